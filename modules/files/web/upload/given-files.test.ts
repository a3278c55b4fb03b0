import { expect, test } from "vitest";
import { givenByInput } from "./given-files.ts";

function file(path: string): File {
  const made = new File(["x"], path.slice(path.lastIndexOf("/") + 1));
  return Object.defineProperty(made, "webkitRelativePath", {
    value: path.includes("/") ? path : "",
  });
}

test("a folder keeps its tree, parents first, without the litter of operating systems", () => {
  const given = givenByInput([
    file("Fotos/2026/Mai/a.jpg"),
    file("Fotos/b.jpg"),
    file("Fotos/.DS_Store"),
    file("Fotos/2025/Thumbs.db"),
  ]);
  expect(given.files.map(({ path }) => path)).toEqual(["Fotos/2026/Mai/a.jpg", "Fotos/b.jpg"]);
  expect(given.folders).toEqual(["Fotos", "Fotos/2026", "Fotos/2026/Mai"]);
});

test("names from a Mac are composed", () => {
  expect(givenByInput([file("Gru\u0308\u00dfe.txt")]).files[0]?.path).toBe("Gr\u00fc\u00dfe.txt");
});
