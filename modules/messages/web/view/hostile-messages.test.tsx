import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectProblem, renderComponent } from "#platform/web/testing.ts";
import { HOSTILE_SNIPPETS } from "../../testing.ts";
import { MessageBody } from "./MessageBody.tsx";

const ALLOWED = new Set("P BR STRONG EM U S A UL OL LI H2 H3 H4 BLOCKQUOTE HR".split(" "));
const SAFE_ADDRESS = /^(https?:|mailto:|tel:)/;

/** What of an element may not be there: its name, or an attribute. */
function strangeIn(element: Element): string[] {
  const attributes = [...element.attributes].filter(({ name, value }) => {
    if (element.tagName !== "A") return true;
    return name === "href" ? !SAFE_ADDRESS.test(value) : name !== "target" && name !== "rel";
  });
  return [
    ...(ALLOWED.has(element.tagName) ? [] : [element.tagName]),
    ...attributes.map(({ name, value }) => `${element.tagName} ${name}=${value}`),
  ];
}

/**
 * The page under its own policy, given the hostile text uncleaned: even if one day the server had
 * let it pass, the page would show words only, run nothing and load nothing.
 */
test("hostile messages are shown as words, even if they had not been cleaned", async () => {
  // Noted by the browser while the text is read into a document in which nothing runs.
  expectProblem(
    /Executing inline event handler violates|Setting the document's base URI to .* violates|policy breached: (script-src-attr|base-uri)/,
  );
  // Paragraphs in paragraphs are odd, but harmless.
  expectProblem(/cannot be a descendant of|cannot contain a nested|cannot be a child of/);
  const allReported = watchBreaches();
  const dialogs = [
    vi.spyOn(window, "alert"),
    vi.spyOn(window, "confirm"),
    vi.spyOn(window, "prompt"),
  ];
  const before = performance.getEntriesByType("resource").length;
  const address = location.href;
  await renderComponent(
    <ul>
      {HOSTILE_SNIPPETS.map((html) => (
        <li key={html} data-snippet>
          <MessageBody html={html} alone />
        </li>
      ))}
      <li>Ende der Liste</li>
    </ul>,
  );
  await expect.element(page.getByText("Ende der Liste")).toBeVisible();
  const shown = [...document.querySelectorAll("[data-snippet] > div")];
  expect(shown).toHaveLength(HOSTILE_SNIPPETS.length);
  const strange = shown.flatMap((body, index) =>
    [...body.querySelectorAll("*")]
      .flatMap(strangeIn)
      .map((what) => [HOSTILE_SNIPPETS[index], what]),
  );
  expect(strange).toEqual([]);
  for (const dialog of dialogs) expect(dialog).not.toHaveBeenCalled();
  expect(location.href).toBe(address);
  const loaded = performance.getEntriesByType("resource").slice(before);
  expect(loaded.filter(({ name }) => /evil|spion/.test(name))).toEqual([]);
  await allReported();
  vi.restoreAllMocks();
});

/**
 * Returns what waits for the browser's reports of what it refused: they come some time after the
 * text was read, and belong to this test.
 */
function watchBreaches(): () => Promise<void> {
  let count = 0;
  let before = 0;
  const note = () => void count++;
  document.addEventListener("securitypolicyviolation", note);
  const isQuiet = () => {
    const quiet = count > 0 && count === before;
    before = count;
    return quiet;
  };
  return async () => {
    await expect.poll(isQuiet).toBe(true);
    document.removeEventListener("securitypolicyviolation", note);
  };
}
