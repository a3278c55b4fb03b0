import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "#platform/web/testing.ts";
import newestFiles from "./newest-files.tsx";
import { idOf } from "./testing.ts";

const DOCUMENTS = { id: idOf(1), name: "Satzung", kind: "DOCUMENTS" } as const;
const GALLERY = { id: idOf(2), name: "Ausflüge", kind: "IMAGES" } as const;

test.each([
  ["a document in the root", DOCUMENTS, "Satzung.pdf", ""],
  [
    "a document in a folder",
    DOCUMENTS,
    "Anträge & 100 %/Formular #1.pdf",
    "/Antr%C3%A4ge%20%26%20100%20%25",
  ],
  ["a picture of a gallery", GALLERY, "Gipfel.jpg", ""],
  ["a picture of an album in an album", GALLERY, "2026/Sommerfest/Gipfel.jpg", "/2026/Sommerfest"],
])("the card of %s leads to the folder it lies in", async (_what, fileShare, fileName, folder) => {
  const file = { fileName, lastModified: "2019-03-02T09:05:00+01:00" };
  const addedAt = "2026-11-20T09:05:00+01:00";
  await renderComponent(<>{newestFiles.render([{ fileShare, fileMetadata: file, addedAt }])}</>);
  const name = fileName.slice(fileName.lastIndexOf("/") + 1);
  await expect
    .element(page.getByRole("link", { name: new RegExp(name) }))
    .toHaveAttribute("href", `/file-shares/${fileShare.id}${folder}`);
  // An old file that came in lately is new here: its own day would look out of order.
  await expect.element(page.getByText(/Hinzugefügt am 20\.11\.2026 09:05 Uhr/)).toBeVisible();
});
