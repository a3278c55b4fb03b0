import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { dashboardContent, webModule, type WebModule } from "#platform/web/module.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import dashboard from "./module.tsx";

type Load = () => Promise<readonly string[]>;

/** A module that fills the messages' section with these words. */
function messagesFrom(load: Load): WebModule {
  const content = dashboardContent<string>({
    queryKey: ["test", "messages"],
    load,
    render: (items) => (
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    ),
  });
  const messages = () => Promise.resolve({ default: content });
  return webModule({ name: "test", pages: [], dashboard: { messages } });
}

const load = vi.fn<Load>();
beforeEach(() => void load.mockReset().mockResolvedValue(["Probe fällt aus"]));

function open(viewport: "desktop" | "phone" = "desktop") {
  const options = { api: new FakeApi(), as: ["QUERY_CALENDAR"] as const, viewport };
  return renderPage([dashboard, messagesFrom(load)], "/", options);
}

const reload = () => page.getByRole("button", { name: "Ungelesene Nachrichten neu laden" });

test("greets the reader and shows what the modules have to say", async () => {
  await open();
  await expect.element(page.getByText("Guten Tag, Erika Mustermann.")).toBeVisible();
  await expect.element(page.getByText("Probe fällt aus")).toBeVisible();
  await expectAccessible("the overview");
});

test("sections that nobody fills say that there is nothing", async () => {
  await open();
  await expect.element(page.getByText("Probe fällt aus")).toBeVisible();
  await expect.poll(() => page.getByText("Derzeit keine Daten").elements()).toHaveLength(3);
});

test("who has no right at all learns what they can do already", async () => {
  await renderPage([dashboard, messagesFrom(load)], "/", { api: new FakeApi(), as: [] });
  await expect.element(page.getByRole("heading", { name: "Willkommen" })).toBeVisible();
  await expect.element(page.getByText("Probe fällt aus")).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Mein Profil/ })).toBeVisible();
  expect(page.getByText("Neueste Dateien").elements()).toHaveLength(0);
  await expectAccessible("the overview without rights");
});

test("who has any right is not greeted as new", async () => {
  await open();
  await expect.element(page.getByText("Probe fällt aus")).toBeVisible();
  expect(page.getByText("Willkommen").elements()).toHaveLength(0);
});

test.for([
  ["Offene Einladungen", "/calendars"],
  ["Nächste Termine", "/calendars"],
  ["Ungelesene Nachrichten", "/messaging"],
  ["Neueste Dateien", "/file-shares"],
] as const)("the heading %s leads to the module's page", async ([heading, to]) => {
  await open();
  await expect
    .element(page.getByRole("link", { name: heading }))
    .toHaveAttribute("href", expect.stringMatching(new RegExp(`${to}$`)));
});

describe("one section", () => {
  test("that is empty does not hide the others' headings", async () => {
    load.mockResolvedValue([]);
    await open();
    await expect.poll(() => page.getByText("Derzeit keine Daten").elements()).toHaveLength(4);
    expect(page.getByRole("link").elements()).toHaveLength(4);
  });

  test("is loaded again by its button, the others stay as they are", async () => {
    await open();
    await expect.element(page.getByText("Probe fällt aus")).toBeVisible();
    load.mockResolvedValue(["Sommerfest"]);
    await reload().click();
    await expect.element(page.getByText("Sommerfest")).toBeVisible();
    await expect.element(page.getByText("Probe fällt aus")).not.toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test("that fails says so in its place and can be tried again", async () => {
    load.mockRejectedValue(new Error("Die Nachrichten sind nicht erreichbar."));
    await open();
    const again = page.getByRole("button", { name: "Erneut versuchen" });
    await expect.element(again).toBeVisible();
    await expect.poll(() => page.getByText("Derzeit keine Daten").elements()).toHaveLength(3);
    load.mockResolvedValue(["Sommerfest"]);
    await again.click();
    await expect.element(page.getByText("Sommerfest")).toBeVisible();
  });

  test("while it is loading does not say that there is nothing", async () => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    load.mockReturnValue(promise);
    await open();
    await expect.poll(() => page.getByText("Derzeit keine Daten").elements()).toHaveLength(3);
    resolve(["Sommerfest"]);
    await expect.element(page.getByText("Sommerfest")).toBeVisible();
  });
});

test("on the phone the sections stand below each other and fit", async () => {
  await open("phone");
  await expect.element(page.getByText("Probe fällt aus")).toBeVisible();
  await expectNoSidewaysScroll(390);
  await expectNoSidewaysScroll(320);
});
