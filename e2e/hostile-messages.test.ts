import { expect, test } from "vitest";
import { cleanHtml } from "#modules/messages/server/content/clean-html.ts";
import { HOSTILE_SNIPPETS } from "#modules/messages/testing.ts";
import { storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

/**
 * What the cleaner leaves, read by a real browser, and read again from what the browser made of it:
 * parsers differ, and some attacks live in the difference. Mails show this HTML as it is.
 */
test("cleaned HTML holds nothing that runs or loads, however often a browser reads it", async () => {
  const page = await stories.open({ as: "mitglied" });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("dialog", (dialog) => {
    requests.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const wrong = await page.evaluate(
    async (snippets) => {
      const allowed = new Set([
        "P",
        "BR",
        "B",
        "STRONG",
        "I",
        "EM",
        "U",
        "S",
        "A",
        "UL",
        "OL",
        "LI",
        "H2",
        "H3",
        "BLOCKQUOTE",
        "HR",
      ]);
      const found: string[] = [];
      for (const html of snippets) {
        const place = document.createElement("div");
        document.body.append(place);
        let text = html;
        for (let reading = 0; reading < 3; reading++) {
          place.innerHTML = text;
          text = place.innerHTML;
          for (const element of place.querySelectorAll("*")) {
            if (!allowed.has(element.tagName)) found.push(`${html}: <${element.tagName}>`);
            for (const { name, value } of element.attributes) {
              const isFine =
                element.tagName === "A" &&
                (name === "rel" || (name === "href" && /^(https?:|mailto:|tel:)/.test(value)));
              if (!isFine) found.push(`${html}: ${name}=${value}`);
            }
            if (
              element instanceof HTMLAnchorElement &&
              element.href !== "" &&
              !/^(https?|mailto|tel):$/.test(element.protocol)
            )
              found.push(`${html}: ${element.href}`);
          }
        }
        place.remove();
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      return found;
    },
    HOSTILE_SNIPPETS.map((snippet) => cleanHtml(snippet)),
  );
  expect(wrong).toEqual([]);
  expect(requests.filter((url) => /evil|spion|dialog/.test(url))).toEqual([]);
});
