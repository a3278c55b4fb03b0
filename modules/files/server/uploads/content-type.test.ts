import { describe, expect, test } from "vitest";
import { detectContentType, isAllowed, isHarmless, sentType } from "./content-type.ts";

const type = (bytes: Buffer | string, name: string, tail: Buffer | string = bytes) =>
  detectContentType(Buffer.from(bytes), name, async () => Buffer.from(tail));

/** The beginning of a ZIP; what is in it says its list at the end. */
const ZIP = Buffer.from("504b03041400000008000000210000000000000000000000000009000000", "hex");
const OLE = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(504)]);

describe("the bytes say what a file is, whatever it is called", () => {
  test.each([
    ["%PDF-1.7\n", "brief.txt", "application/pdf", "pdf"],
    [Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "seite.html", "image/png", "image"],
    [Buffer.from("ffd8ffe000104a4649460001", "hex"), "x", "image/jpeg", "image"],
    ["<!DOCTYPE html>\n<html>", "bild.png", "text/html", "html"],
    ["\ufeff  <!-- hallo --><script>1</script>", "notiz.txt", "text/html", "html"],
    ["<?xml version='1.0'?><!-- x --><svg></svg>", "bild.jpg", "image/svg+xml", "image"],
    ["Nur Text mit <b> darin", "seite.html", "text/html", "html"],
    ["Nur Text", "notiz.pdf", "text/plain", "text"],
    [Buffer.from("Gr\xfc\xdfe aus M\xfcnchen", "latin1"), "alt.txt", "text/plain", "text"],
    [Buffer.from("\ufeffHallo", "utf16le"), "windows.txt", "text/plain", "text"],
    ["", "leer.txt", "text/plain", "text"],
    ["body { color: red }", "stil.css", "text/css", "css"],
    ["alert(1)", "programm.js", "text/javascript", "javascript"],
    ['{"a":1}', "daten.json", "application/json", "json"],
    ["Name;Ort\nA;B", "liste.csv", "text/csv", "excel"],
    [
      Buffer.from("MZ\x90\x00\x03\x00\x00\x00", "latin1"),
      "rechnung.pdf",
      "application/x-msdownload",
      "other",
    ],
    [Buffer.from([0, 1, 2, 3, 250, 251]), "x.txt", "application/octet-stream", "other"],
    [Buffer.from("RIFF\x24\x00\x00\x00WAVEfmt ", "latin1"), "lied", "audio/wav", "audio"],
  ] as const)("%o as %s", async (bytes, name, contentType, subtype) => {
    expect(await type(bytes as Buffer, name)).toEqual({ contentType, subtype });
  });

  test.each([
    [
      "word/document.xml",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "word",
    ],
    [
      "xl/workbook.xml",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "excel",
    ],
    [
      "ppt/presentation.xml",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      "powerpoint",
    ],
    ["bilder/a.jpg", "application/zip", "other"],
  ])("a ZIP with %s", async (part, contentType, subtype) => {
    expect(await type(ZIP, "x.zip", part)).toEqual({ contentType, subtype });
  });

  test.each([
    ["WordDocument", "application/msword", "word"],
    ["Workbook", "application/vnd.ms-excel", "excel"],
    ["PowerPoint Document", "application/vnd.ms-powerpoint", "powerpoint"],
  ])("the older office container with %s", async (stream, contentType, subtype) => {
    expect(await type(Buffer.concat([OLE, Buffer.from(stream, "utf16le")]), "x")).toEqual({
      contentType,
      subtype,
    });
  });
});

test("what may run is neither shown nor sent under its name", () => {
  for (const active of [
    "text/html",
    "image/svg+xml",
    "application/xml",
    "text/javascript",
    "text/css",
    "application/octet-stream",
    "application/xhtml+xml",
  ]) {
    expect(isHarmless(active)).toBe(false);
  }
  expect(sentType("text/javascript")).toBe("text/plain; charset=utf-8");
});

test("shares of pictures take pictures only, others what their list says", () => {
  expect(isAllowed("image/heic", "IMAGES", null)).toBe(true);
  expect(isAllowed("image/svg+xml", "IMAGES", null)).toBe(false);
  expect(isAllowed("application/x-msdownload", "DOCUMENTS", null)).toBe(true);
  expect(isAllowed("image/png", "DOCUMENTS", ["image/*"])).toBe(true);
  expect(isAllowed("imagex/png", "DOCUMENTS", ["image/*"])).toBe(false);
  expect(isAllowed("image/png", "DOCUMENTS", [])).toBe(false);
});
