import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, renderComponent } from "#platform/web/testing.ts";
import type { EventScope } from "../../../contract.ts";
import { ScopeDialog } from "./ScopeDialog.tsx";

type Run = (scope?: EventScope) => Promise<unknown>;

/** A button that asks, as the pages of events have it. */
function Asking({ run, withScope }: { run: Run; withScope: boolean }) {
  const [open, setOpen] = useState(false);
  const question = {
    title: "Termin absagen?",
    text: "Die Eingeladenen erhalten eine Nachricht.",
    confirmLabel: "Termin absagen",
    withScope,
    run,
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Absagen
      </button>
      <ScopeDialog question={open ? question : undefined} onClose={() => setOpen(false)} />
    </>
  );
}

async function ask(run: Run, withScope = true): Promise<void> {
  await renderComponent(<Asking run={run} withScope={withScope} />);
  await page.getByRole("button", { name: "Absagen" }).click();
  await expect.element(dialog()).toBeVisible();
}

const dialog = () => page.getByRole("dialog", { name: "Termin absagen?" });
const confirm = () => dialog().getByRole("button", { name: "Termin absagen" }).click();

test("of a series the single event is meant unless the reader chooses more", async () => {
  const run = vi.fn<Run>(() => Promise.resolve());
  await ask(run);
  await expect.element(page.getByRole("radio", { name: "Nur dieser Termin" })).toBeChecked();
  await expectAccessible("the question");
  await page.getByRole("radio", { name: "Dieser und alle folgenden" }).click();
  await confirm();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(run.mock.calls).toEqual([["FOLLOWING"]]);
});

test("an event of its own is not asked for its series", async () => {
  const run = vi.fn<Run>(() => Promise.resolve());
  await ask(run, false);
  expect(page.getByRole("radio").elements()).toEqual([]);
  await confirm();
  await expect.poll(() => run.mock.calls).toEqual([[undefined]]);
});

test("the window opens on the way out, and Escape takes it and gives the focus back", async () => {
  const run = vi.fn<Run>(() => Promise.resolve());
  await ask(run);
  await expect.element(dialog().getByRole("button", { name: "Abbrechen" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Absagen" })).toHaveFocus();
  expect(run).not.toHaveBeenCalled();
});

test("while it runs the button can't be pressed again", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = vi.fn<Run>(() => promise);
  await ask(run);
  await confirm();
  const button = dialog().getByRole("button", { name: "Termin absagen" });
  await expect.element(button).toHaveAttribute("data-loading", "true");
  await expect.element(button).toBeDisabled();
  resolve();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(run).toHaveBeenCalledTimes(1);
});
