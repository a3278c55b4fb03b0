import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deviceName } from "../provider/devices.ts";
import { html } from "#platform/server/http/server-pages/html.ts";
import { mailAddressOf } from "./mails.ts";
import { hashPassword, passwordMatches, passwordProblem } from "./passwords.ts";

describe("passwords", () => {
  test("match themselves however the letters were composed, and no other", async () => {
    const kept = await hashPassword("Größere Bäume 7");
    expect(await passwordMatches(kept, "Größere Bäume 7")).toBe(true);
    expect(await passwordMatches(kept, "Größere Bäume 7".normalize("NFD"))).toBe(true);
    expect(await passwordMatches(kept, "Größere Bäume 8")).toBe(false);
    expect(await passwordMatches(kept, "")).toBe(false);
  });

  test("of nobody match nothing, not even the one that stands in", async () => {
    for (const none of [null, undefined])
      for (const guess of ["", "no account has this password", "Größere Bäume 7"])
        expect(await passwordMatches(none, guess)).toBe(false);
  });

  test.each([
    ["kurz", "zu kurz"],
    ["x".repeat(201), "zu lang"],
    ["1234567890", "leicht zu erraten"],
    ["passwort123", "leicht zu erraten"],
    ["erika.mustermann", "eigenen Angaben"],
    ["MustermannErika", "eigenen Angaben"],
  ])("%s is refused: %s", async (password, sentence) => {
    const own = ["erika.mustermann", "Erika", "Mustermann", "", "Turnverein"];
    expect(await passwordProblem(password, own)).toContain(sentence);
  });

  test("of several words are taken, a name among them as well", async () => {
    const own = ["erika", "Erika", "Mustermann", "erika@example.org", "Turnverein"];
    for (const password of ["Lampe Ufer Kreide Moos", "Erika mag 3 gelbe Tulpen im Schnee"])
      expect(await passwordProblem(password, own)).toBeUndefined();
  });
});

describe("pages", () => {
  test("hold every value as text", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const { text } = html`<p title="${value}">${value}</p>`;
        const inner = text.slice('<p title="'.length, -"</p>".length);
        expect(inner.replace('">', "")).not.toMatch(/[<>"']/);
      }),
    );
  });

  test("keep what is HTML already, and leave out what is not there", () => {
    const item = html`<li>${"<b>"}</li>`;
    const list = html`<p>${[item, item]}${false}${null}${undefined}</p>`;
    expect(list.text).toBe("<p><li>&#60;b&#62;</li><li>&#60;b&#62;</li></p>");
  });
});

test.each([
  [null, "Unbekannter Browser"],
  ["", "Unbekannter Browser"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Firefox/140.0", "Firefox unter Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
    "Safari auf dem iPhone",
  ],
  ["Mozilla/5.0 (iPad; CPU OS 18_0) CriOS/140.0 Safari/604.1", "Chrome auf dem iPad"],
  [
    "Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 Chrome/130 Safari/537",
    "Samsung Internet unter Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Edg/140.0 Chrome/140 Safari/537",
    "Edge unter macOS",
  ],
  ["<script>alert(1)</script>", "Unbekannter Browser"],
])("the browser %j is called %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test("mails go to the contact address, else to a name that is one", () => {
  expect(mailAddressOf({ email: "a@example.org", username: "b@example.org" })).toBe(
    "a@example.org",
  );
  expect(mailAddressOf({ email: null, username: "b@example.org" })).toBe("b@example.org");
  expect(mailAddressOf({ email: "", username: "erika" })).toBeUndefined();
});
