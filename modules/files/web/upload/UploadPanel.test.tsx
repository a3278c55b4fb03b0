import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "#platform/web/testing.ts";
import { allUploadItems, putUploadItems, removeUploadItems } from "./upload-items.ts";
import type { UploadState } from "./upload-items.ts";
import { UploadPanel } from "./UploadPanel.tsx";

const upload = (id: string, state: UploadState) => ({
  id,
  batch: "1",
  shareId: "1",
  path: `/${id}.pdf`,
  size: 10,
  lastModified: 0,
  file: undefined,
  sent: 0,
  state,
  failure: undefined,
  onConflict: "FAIL" as const,
  uploadId: undefined,
});

/** Shows the panel with uploads in these states; time passes by `vi.advanceTimersByTime`. */
async function show(...states: UploadState[]) {
  await renderComponent(<UploadPanel />, { as: [] });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  putUploadItems(states.map((state, at) => upload(`Datei ${at}`, state)));
  vi.advanceTimersByTime(200);
  await expect.element(list()).toBeVisible();
}

const list = () => page.getByRole("list", { name: "Hochgeladene und wartende Dateien" });

afterEach(() => {
  removeUploadItems(allUploadItems().map(({ id }) => id));
  vi.advanceTimersByTime(200);
  vi.useRealTimers();
});

test("finished uploads fold themselves up, and a new one opens them again", async () => {
  await show("DONE", "SKIPPED");
  vi.advanceTimersByTime(3_900);
  await expect.element(list()).toBeVisible();
  vi.advanceTimersByTime(200);
  await expect.element(list()).not.toBeInTheDocument();
  await expect.element(page.getByText("1 Datei hochgeladen")).toBeVisible();
  putUploadItems([upload("Neu", "RUNNING")]);
  vi.advanceTimersByTime(200);
  await expect.element(list()).toBeVisible();
});

test.each(["FAILED", "ASKING", "INTERRUPTED", "PAUSED", "RUNNING"] as const)(
  "with an upload that is %s nothing folds",
  async (state) => {
    await show("DONE", state);
    vi.advanceTimersByTime(60_000);
    await expect.element(list()).toBeVisible();
  },
);

test("what the reader opened again stays open", async () => {
  await show("DONE");
  vi.advanceTimersByTime(4_100);
  await page.getByRole("button", { name: "Uploads zeigen" }).click();
  vi.advanceTimersByTime(60_000);
  await expect.element(list()).toBeVisible();
});
