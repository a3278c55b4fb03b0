import { expect, test } from "vitest";
import { folderAddress, inFolder, nameOf, parentOf, viewerAddress } from "./addresses.ts";

test("names with signs that addresses use stay names", () => {
  expect(folderAddress("s", "Größe?/100% #1/$x")).toBe(
    "/file-shares/s/Gr%C3%B6%C3%9Fe%3F/100%25%20%231/%24x",
  );
  expect(folderAddress("s", "")).toBe("/file-shares/s");
  expect(viewerAddress("s", "a/b & c.pdf")).toBe("/file-viewer/s?path=a%2Fb%20%26%20c.pdf");
});

test("parents and names", () => {
  expect([parentOf("a/b/c.txt"), parentOf("c.txt"), nameOf("a/b/c.txt"), nameOf("c.txt")]).toEqual([
    "a/b",
    "",
    "c.txt",
    "c.txt",
  ]);
  expect([inFolder("", "x"), inFolder("a/b", "x")]).toEqual(["x", "a/b/x"]);
});
