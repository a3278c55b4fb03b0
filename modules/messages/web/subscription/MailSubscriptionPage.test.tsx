import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { messageMailsContract, type MailSubscription } from "../../mail-contract.ts";
import messages from "../module.tsx";

const TOKEN = "AbcdefghijklmnopqrstuvwX";
const FAMILY: MailSubscription = { names: ["Otto Lang", "Eva Lang"], setting: "IMMEDIATE" };

/** Opens the last link of a mail, with nobody logged in. */
async function open(api: FakeApi, viewport: "desktop" | "phone" = "desktop") {
  await renderPage(messages, `/public/message-mail/${TOKEN}`, { api, as: null, viewport });
}

function answering(subscription: MailSubscription): FakeApi {
  const api = new FakeApi();
  api.answer(messageMailsContract.getSubscription, subscription);
  return api;
}

const save = () => page.getByRole("button", { name: "Speichern" }).click();
const changes = (api: FakeApi) => api.calls(messageMailsContract.changeSubscription);

describe("the link at the end of a mail", () => {
  test("says for whom and what holds now, and changes nothing by being opened", async () => {
    const api = answering(FAMILY);
    await open(api);
    await expect
      .element(
        page.getByText(/^Für Otto Lang und Eva Lang\. Zurzeit: Sofort bei jeder Nachricht\./),
      )
      .toBeVisible();
    await expect.element(page.getByRole("radio", { name: "Keine E-Mails mehr" })).toBeChecked();
    expect(changes(api)).toHaveLength(0);
    await expectAccessible("the choice of mails");
  });

  test("no more mails with one click", async () => {
    const api = answering(FAMILY);
    api.answer(messageMailsContract.changeSubscription, { ...FAMILY, setting: "NONE" });
    await open(api);
    await save();
    await expect.element(page.getByText("Ihre Wahl ist gespeichert.")).toBeVisible();
    await expect.element(page.getByText(/Zurzeit: Keine E-Mails mehr\./)).toBeVisible();
    expect(changes(api)).toMatchObject([{ params: { token: TOKEN }, query: { setting: "NONE" } }]);
  });

  test("or one mail a day; where the people differ it says so", async () => {
    const api = answering({ ...FAMILY, setting: null });
    api.answer(messageMailsContract.changeSubscription, { ...FAMILY, setting: "DAILY" });
    await open(api);
    await expect.element(page.getByText(/Zurzeit: verschieden eingestellt\./)).toBeVisible();
    await page.getByRole("radio", { name: "Einmal am Tag gesammelt, abends" }).click();
    await save();
    await expect.poll(() => changes(api).map(({ query }) => query.setting)).toEqual(["DAILY"]);
  });

  test("while the server is gone it is not said to be saved", async () => {
    const api = answering(FAMILY);
    api.disconnect(messageMailsContract.changeSubscription);
    await open(api);
    await save();
    await expect.element(page.getByText(/Bitte sehen Sie nach/)).toBeVisible();
    await expect.element(page.getByText("Ihre Wahl ist gespeichert.")).not.toBeInTheDocument();
  });

  test("on the phone it fits", async () => {
    await open(
      answering({ ...FAMILY, names: ["Donaudampfschifffahrtsgesellschaftskapitän Lang"] }),
      "phone",
    );
    await expect.element(page.getByRole("radiogroup")).toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the choice of mails on the phone");
  });
});

describe("a link that does not hold any more", () => {
  const words = () => page.getByText(/^Dieser Link gilt nicht mehr\./);

  test("says what to do instead", async () => {
    const api = new FakeApi();
    api.refuse(messageMailsContract.getSubscription, { code: "NOT_FOUND" });
    await open(api);
    await expect.element(words()).toBeVisible();
  });

  test("the same for an address that nobody has now", async () => {
    await open(answering({ names: [], setting: null }));
    await expect.element(words()).toBeVisible();
  });

  test("a failure is another thing, and can be tried again", async () => {
    const api = new FakeApi();
    api.disconnect(messageMailsContract.getSubscription);
    await open(api);
    const again = page.getByRole("button", { name: "Erneut versuchen" });
    await expect.element(again).toBeVisible();
    await expect.element(words()).not.toBeInTheDocument();
    api.answer(messageMailsContract.getSubscription, FAMILY);
    await again.click();
    await expect.element(page.getByText(/^Für Otto Lang/)).toBeVisible();
  });
});
