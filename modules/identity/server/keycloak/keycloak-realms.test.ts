import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readEnvironment } from "#platform/server/environment.ts";
import { createSecrets } from "#platform/server/secrets.ts";
import { KeycloakDouble } from "../testing.ts";
import { KeycloakClient } from "./keycloak-client.ts";
import { KeycloakRealms } from "./keycloak-realms.ts";

/** What a process finds at its first use of a realm that others, or it, have made before. */

let keycloak: KeycloakDouble;
beforeEach(async () => {
  keycloak = new KeycloakDouble();
  await keycloak.start();
});
afterEach(() => keycloak.close());

const CLUB = { name: "alpha", clubName: "Verein Alpha" };

/** A start with these settings, and the first use of the club's realm. */
async function use(variables: Record<string, string>, secret = "one secret, long enough for all") {
  keycloak.asked = [];
  const environment = readEnvironment({ ...keycloak.variables, ...variables });
  if (environment.auth === undefined) throw new Error("no Keycloak");
  const secrets = createSecrets(secret);
  const realms = new KeycloakRealms(new KeycloakClient(environment.auth), { environment, secrets });
  return realms.placeOf(CLUB);
}

const clientOf = (realm: string) => {
  const found = keycloak.clients.get(realm);
  if (found === undefined) throw new Error("no client");
  return found;
};

const BEFORE = { PUBLIC_URL: "https://{tenant}.example.org" };
const AFTER = { PUBLIC_URL: "https://{tenant}.verein.example" };

test("what is as it shall be is left alone", async () => {
  await use(BEFORE);
  await use(BEFORE);
  expect(keycloak.changes).toEqual([]);
});

test("the club's new address is the client's at the next start, and nothing of another hand is lost", async () => {
  await use(BEFORE);
  const made = clientOf("alpha");
  keycloak.clients.set("alpha", {
    ...made,
    name: "Vereinsseiten",
    attributes: { ...(made["attributes"] as object), login_theme: "unser" },
    protocolMappers: [...made.protocolMappers, { id: "9", name: "of the operator" }],
  });
  await use(AFTER);
  const client = clientOf("alpha");
  expect(client).toMatchObject({
    name: "Vereinsseiten",
    redirectUris: ["https://alpha.verein.example/*"],
    webOrigins: ["https://alpha.verein.example"],
    attributes: {
      login_theme: "unser",
      "pkce.code.challenge.method": "S256",
      "post.logout.redirect.uris": "https://alpha.verein.example/*",
      "backchannel.logout.url": "https://alpha.verein.example/public/alpha/backchannel-logout",
    },
  });
  expect(client.protocolMappers.map(({ name }) => name)).toEqual([
    "api-audience",
    "of the operator",
  ]);
});

test.each(["is gone", "says something else"])("an audience that %s is put right", async (how) => {
  await use(BEFORE);
  const made = clientOf("alpha");
  const [audience] = made.protocolMappers;
  const wrong = { id: "1", name: "api-audience", config: { "included.custom.audience": "other" } };
  keycloak.clients.set("alpha", {
    ...made,
    protocolMappers: how === "is gone" ? [] : [wrong],
  });
  await use(BEFORE);
  expect(clientOf("alpha").protocolMappers).toEqual([
    { ...audience, id: expect.any(String) as string },
  ]);
});

describe("the profile of users", () => {
  const attributeOf = (name: string) =>
    keycloak.profiles.get("alpha")?.attributes.find((attribute) => attribute.name === name);
  const ADMINISTRATORS = { view: ["admin"], edit: ["admin"] };

  test("declares what ties a user to a login, for administrators alone", async () => {
    await use(BEFORE);
    for (const name of ["loginId", "memberId"])
      expect(attributeOf(name)?.permissions).toEqual(ADMINISTRATORS);
  });

  test("locks name and address, which the club keeps; nobody has to have an address", async () => {
    await use(BEFORE);
    for (const name of ["username", "email", "firstName", "lastName"])
      expect(attributeOf(name)?.permissions).toEqual({ view: ["admin", "user"], edit: ["admin"] });
    expect(attributeOf("email")?.required).toBeUndefined();
  });

  test("of a realm that others made is left to them, but for our own attributes", async () => {
    keycloak.realms.set("alpha", { realm: "alpha" });
    await use(BEFORE);
    expect(attributeOf("email")?.permissions?.edit).toEqual(["admin", "user"]);
    expect(attributeOf("loginId")?.permissions).toEqual(ADMINISTRATORS);
  });

  test("that somebody opened is closed at the next start, with what else stands there", async () => {
    await use(BEFORE);
    const made = keycloak.profiles.get("alpha")?.attributes ?? [];
    keycloak.profiles.set("alpha", {
      attributes: [
        ...made.map((attribute) => ({ ...attribute, permissions: { view: [], edit: ["user"] } })),
        { name: "shoe size" },
      ],
    });
    await use(BEFORE);
    expect(attributeOf("loginId")?.permissions).toEqual(ADMINISTRATORS);
    expect(attributeOf("email")?.permissions?.edit).toEqual(["admin"]);
    expect(attributeOf("shoe size")).toEqual({ name: "shoe size" });
  });
});

test("users may share an address in a realm of ours, also in one from before that was so", async () => {
  await use(BEFORE);
  const made = keycloak.realms.get("alpha");
  keycloak.realms.set("alpha", { realm: "alpha", attributes: made?.["attributes"] });
  expect(await use(BEFORE)).toEqual({ path: "/alpha", sharesAddresses: true });
  expect(keycloak.realms.get("alpha")).toMatchObject({
    duplicateEmailsAllowed: true,
    loginWithEmailAllowed: false,
  });
  keycloak.realms.set("alpha", { realm: "alpha" });
  expect(await use(BEFORE)).toEqual({ path: "/alpha", sharesAddresses: false });
  expect(keycloak.realms.get("alpha")).toEqual({ realm: "alpha" });
});

test("the realm mails by our mail server, and by another one when that changes", async () => {
  await use({ ...BEFORE, SMTP_URL: "smtp://k%40x:p%2Fw@mail.example:2525" });
  expect(keycloak.realms.get("alpha")?.["smtpServer"]).toMatchObject({
    host: "mail.example",
    port: "2525",
    auth: "true",
    user: "k@x",
    password: "p/w",
    ssl: "false",
    starttls: "true",
  });
  const sender = { MAIL_FROM: "TSV Alpha <verein@example.org>" };
  await use({ ...BEFORE, ...sender, SMTP_URL: "smtps://mail.example" });
  expect(keycloak.realms.get("alpha")?.["smtpServer"]).toEqual({
    host: "mail.example",
    port: "465",
    auth: "false",
    ssl: "true",
    starttls: "false",
    from: "verein@example.org",
    fromDisplayName: "TSV Alpha",
  });
});

test("a realm that another installation made keeps its mail server, and so does ours without one", async () => {
  await use({ ...BEFORE, SMTP_URL: "smtps://mail.example" });
  const before = keycloak.realms.get("alpha")?.["smtpServer"];
  await use(BEFORE);
  await use({ ...BEFORE, SMTP_URL: "smtps://other.example" }, "another secret, long enough too");
  expect(keycloak.realms.get("alpha")?.["smtpServer"]).toEqual(before);
});
