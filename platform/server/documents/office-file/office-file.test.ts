import type { Readable } from "node:stream";
import { ZipArchive } from "archiver";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import {
  contentTypes,
  docx,
  EXCEL_PARTS,
  EXCEL_TYPE,
  officeBytes,
  type OfficeParts,
  relations,
  WORD_PARTS,
  WORD_TYPE,
  xlsx,
} from "#platform/server/testing/office-files.ts";
import { officeFile } from "./office-file.ts";

const OLE = Buffer.from("d0cf11e0a1b11ae1000000000000000000000000", "hex");
const MACRO_TYPE = "application/vnd.ms-office.vbaProject";
const MICROSOFT = "http://schemas.microsoft.com/office/2006/relationships";
const MIB = 1024 * 1024;

const word = (more: OfficeParts) => officeBytes({ ...WORD_PARTS, ...more });
const excel = (more: OfficeParts) => officeBytes({ ...EXCEL_PARTS, ...more });
const wordTypes = (types: Record<string, string>, more = "") =>
  contentTypes({ "word/document.xml": `${WORD_TYPE}.main+xml`, ...types }, more);

/** Returns what is said of a file. */
async function said(file: Buffer) {
  const answer = await officeFile(file);
  return "problem" in answer ? answer.problem : answer.type;
}

describe("taken", () => {
  test("a letter and a table, each by what its main part is", async () => {
    expect(await said(docx())).toBe(WORD_TYPE);
    expect(await said(xlsx())).toBe(EXCEL_TYPE);
  });

  test("written as a stream, with lengths behind each part", async () => {
    const zip = new ZipArchive();
    for (const [name, part] of Object.entries(WORD_PARTS)) zip.append(part, { name });
    void zip.finalize();
    const bytes = await Array.fromAsync(zip as Readable as AsyncIterable<Buffer>);
    expect(await said(Buffer.concat(bytes))).toBe(WORD_TYPE);
  });

  test("with stored parts, folders and an order of its own", async () => {
    const parts = Object.entries(WORD_PARTS).toReversed();
    const all = Object.fromEntries(parts.map(([name, text]) => [name, strToU8(text)]));
    const file = zipSync({ "word/": new Uint8Array(), ...all }, { level: 0 });
    expect(await said(Buffer.from(file))).toBe(WORD_TYPE);
  });

  test.each<[string, OfficeParts]>([
    [
      "links to elsewhere",
      {
        "word/_rels/document.xml.rels": relations([
          "hyperlink",
          "https://verein.example/a",
          'TargetMode="External"',
        ]),
      },
    ],
    [
      "a template on the writer's own disk",
      {
        "word/_rels/settings.xml.rels": relations([
          "attachedTemplate",
          "file:///C:\\Users\\Erika\\Brief.dotx",
          'TargetMode="External"',
        ]),
      },
    ],
    [
      "a template on a Mac",
      {
        "word/_rels/settings.xml.rels": relations([
          "attachedTemplate",
          "file:///Users/erika/Brief.dotx",
          'TargetMode="External"',
        ]),
      },
    ],
    [
      "addresses for a mail merge",
      {
        "word/_rels/settings.xml.rels": relations([
          "mailMergeSource",
          "Adressen.xlsx",
          'TargetMode="External"',
        ]),
      },
    ],
    [
      "settings of a printer",
      { "word/printerSettings1.bin": Buffer.from("HP LaserJet", "utf16le") },
    ],
    ["a picture", { "word/media/image1.png": Buffer.from("89504e470d0a1a0a", "hex") }],
    ["a chart with its table inside", { "word/embeddings/Microsoft_Excel_Sheet.xlsx": xlsx() }],
    ["a part called like a prototype", { "word/constructor": "x", "word/__proto__": "y" }],
  ])("%s", async (_what, more) => {
    expect(await said(word(more))).toBe(WORD_TYPE);
  });

  test("names and targets in capitals, as part names may be", async () => {
    const { "word/document.xml": document, ...rest } = WORD_PARTS;
    expect(await said(officeBytes({ ...rest, "Word/Document.xml": document }))).toBe(WORD_TYPE);
  });
});

describe("macros are refused, whatever the file is called", () => {
  test.each<[string, Buffer]>([
    [
      "a docm with its own type",
      word({
        "[Content_Types].xml": contentTypes({
          "word/document.xml": "application/vnd.ms-word.document.macroEnabled.main+xml",
        }),
      }),
    ],
    [
      "an xlsm without any macro yet",
      excel({
        "[Content_Types].xml": contentTypes({
          "xl/workbook.xml": "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
        }),
      }),
    ],
    [
      "an xlsb",
      excel({
        "[Content_Types].xml": contentTypes({
          "xl/workbook.xml": "application/vnd.ms-excel.sheet.binary.macroEnabled.main",
        }),
      }),
    ],
    [
      "a macro-enabled template",
      word({
        "[Content_Types].xml": contentTypes({
          "word/document.xml": "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
        }),
      }),
    ],
    ["a docx with a project in it", word({ "word/vbaProject.bin": OLE })],
    ["one whose name is in capitals", word({ "word/VBAPROJECT.BIN": "x" })],
    ["one whose name is disguised", word({ "word/vba%50roject.bin": "x" })],
    ["one that is parted in Windows' manner", word({ "word\\vbaData.xml": "<x/>" })],
    [
      "a project under another name, by its type",
      word({
        "[Content_Types].xml": wordTypes({ "word/daten.dat": MACRO_TYPE }),
        "word/daten.dat": "x",
      }),
    ],
    [
      "by the type of its ending",
      word({
        "[Content_Types].xml": wordTypes(
          {},
          `<Default Extension="dat" ContentType="${MACRO_TYPE}"/>`,
        ),
        "word/daten.dat": "x",
      }),
    ],
    [
      "by the relation to it",
      word({ "word/_rels/document.xml.rels": relations([`${MICROSOFT}/vbaProject`, "daten.dat"]) }),
    ],
    [
      "by a relation spelled with entities",
      word({
        "word/_rels/document.xml.rels": relations([`${MICROSOFT}/vba&#80;roject`, "daten.dat"]),
      }),
    ],
    ["a sheet of Excel 4 macros", excel({ "xl/macrosheets/sheet1.xml": "<x/>" })],
    [
      "one under another name",
      excel({
        "[Content_Types].xml": contentTypes({
          "xl/workbook.xml": `${EXCEL_TYPE}.main+xml`,
          "xl/a.xml": "application/vnd.ms-excel.macrosheet+xml",
        }),
        "xl/a.xml": "<x/>",
      }),
    ],
    [
      "a dialog of Excel 5",
      excel({ "xl/_rels/workbook.xml.rels": relations(["dialogsheet", "a.xml"]) }),
    ],
    [
      "a table with macros inside of a letter",
      word({ "word/embeddings/a.xlsx": excel({ "xl/vbaProject.bin": OLE }) }),
    ],
  ])("%s", async (_what, file) => {
    expect(await said(file)).toBe("macros");
  });
});

describe("programs in embedded objects are refused", () => {
  test.each<[string, OfficeParts]>([
    ["an OLE object", { "word/embeddings/oleObject1.bin": "x" }],
    ["one under another name, by its bytes", { "word/media/image1.png": OLE }],
    ["a program", { "word/media/image1.emf": Buffer.from("MZ\u0090\0") }],
    ["an ActiveX control", { "word/activeX/activeX1.xml": "<x/>" }],
    ["by the relation to it", { "word/_rels/document.xml.rels": relations(["control", "a.xml"]) }],
    [
      "a page taken in on opening",
      { "word/_rels/document.xml.rels": relations(["aFChunk", "seite.mht"]) },
    ],
    ["an archive", { "word/embeddings/a.zip": Buffer.from(zipSync({ "a.exe": strToU8("MZ") })) }],
    [
      "an archive that is none",
      { "word/embeddings/a.zip": Buffer.from("PK\u0003\u0004 not really") },
    ],
    [
      "a letter in a letter in a letter",
      { "word/embeddings/a.docx": word({ "word/embeddings/b.docx": docx() }) },
    ],
  ])("%s", async (_what, more) => {
    expect(await said(word(more))).toBe("objects");
  });
});

describe("what is fetched from elsewhere on opening is refused", () => {
  const external = 'TargetMode="External"';
  test.each<[string, string, string, string]>([
    ["a template", "attachedTemplate", "https://boese.example/a.dotm", external],
    ["a template of a share", "attachedTemplate", "file:///\\\\boese.example\\a\\b.dotm", external],
    ["in the share's short form", "attachedTemplate", "\\\\boese.example@ssl\\a.dotm", external],
    ["with a host", "attachedTemplate", "file://boese.example/a.dotm", external],
    ["in disguise", "attachedTemplate", " %5C%5Cboese.example/a.dotm", external],
    ["with entities", "attachedTemplate", "&#104;ttps://boese.example/a.dotm", external],
    ["without saying so", "attachedTemplate", "https://boese.example/a.dotm", ""],
    ["in capitals", "attachedTemplate", "HTTPS://boese.example/a.dotm", 'TargetMode="EXTERNAL"'],
    ["a picture that tells who looks", "image", "https://boese.example/a.png", external],
    ["a frame", "frame", "seite.html", external],
    ["an object, even of the own disk", "oleObject", "mhtml:file:///C:/a.html", external],
    ["a document within", "subDocument", "teil.docx", external],
    ["a scheme of Windows", "attachedTemplate", "ms-msdt:/id", external],
    ["a workbook on a server", "externalLinkPath", "https://boese.example/a.xlsx", external],
  ])("%s", async (_what, type, target, mode) => {
    const file = word({ "word/_rels/settings.xml.rels": relations([type, target, mode]) });
    expect(await said(file)).toBe(type === "oleObject" ? "objects" : "links");
  });
});

/** Returns the archive with a change in the directory's entry and the head of its last part. */
function altered(file: Buffer, change: (entry: Buffer, head: Buffer, all: Buffer) => void): Buffer {
  const bytes = Buffer.from(file);
  const entry = bytes.subarray(bytes.lastIndexOf("PK\u0001\u0002"));
  change(entry, bytes.subarray(entry.readUInt32LE(42)), bytes);
  return bytes;
}
const end = (file: Buffer) => file.length - 22;

describe("broken ones and those that programs read differently are refused", () => {
  test.each<[string, Buffer]>([
    ["nothing but a beginning", Buffer.from("PK\u0003\u0004")],
    ["one that is cut off", docx().subarray(0, -30)],
    ["one with something before it", Buffer.concat([Buffer.from("%PDF-1.7\n"), docx()])],
    ["one with something behind it", Buffer.concat([docx(), Buffer.from("<script>")])],
    [
      "one with a comment",
      altered(docx(), (_entry, _head, all) => all.writeUInt8(0xff, end(all) + 20)),
    ],
    ["a part that lies in another", altered(docx(), (entry) => entry.writeUInt32LE(0, 42))],
    [
      "a part that is called otherwise where it lies",
      altered(docx(), (_entry, head) => head.write("w", 31)),
    ],
    [
      "a part packed otherwise where it lies",
      altered(docx(), (_entry, head) => head.writeUInt16LE(0, 8)),
    ],
    [
      "a part of another length where it lies",
      altered(docx(), (_entry, head) => head.writeUInt32LE(7, 18)),
    ],
    [
      "a part packed in a manner nobody knows",
      altered(docx(), (entry, head) => (entry.writeUInt16LE(99, 10), head.writeUInt16LE(99, 8))),
    ],
    ["a part of which the directory knows nothing", withHidden(docx())],
    ["two parts of one name", officeBytes({ ...WORD_PARTS, "WORD/DOCUMENT.XML": "<x/>" })],
    ["types in two pieces", word({ "[Content_Types].xml/[0].piece": "<x/>" })],
    [
      "types that declare something",
      word({
        "[Content_Types].xml": `<!DOCTYPE a [<!ENTITY b "c">]>${WORD_PARTS["[Content_Types].xml"]}`,
      }),
    ],
    [
      "types in another encoding",
      word({
        "[Content_Types].xml": Buffer.from(`\ufeff${WORD_PARTS["[Content_Types].xml"]}`, "utf16le"),
      }),
    ],
    [
      "types that say so",
      word({ "[Content_Types].xml": WORD_PARTS["[Content_Types].xml"].replace("UTF-8", "UTF-7") }),
    ],
    [
      "types that end in the middle",
      word({ "[Content_Types].xml": WORD_PARTS["[Content_Types].xml"].slice(0, -9) }),
    ],
    ["relations that are no XML", word({ "word/_rels/document.xml.rels": "Hallo" })],
    [
      "two types for one part",
      word({ "[Content_Types].xml": wordTypes({ "WORD/document.xml": "application/xml" }) }),
    ],
    [
      "two main parts",
      word({
        "_rels/.rels": relations(
          ["officeDocument", "word/document.xml"],
          ["officeDocument", "word/a.xml"],
        ),
      }),
    ],
    [
      "a main part that is not there",
      word({ "_rels/.rels": relations(["officeDocument", "word/a.xml"]) }),
    ],
    [
      "a main part that lies elsewhere",
      word({
        "_rels/.rels": relations([
          "officeDocument",
          "https://boese.example/",
          'TargetMode="External"',
        ]),
      }),
    ],
    ["no relation at all", officeBytes({ ...WORD_PARTS, "_rels/.rels": relations() })],
  ])("%s", async (what, file) => {
    expect(await said(file)).toBe(what.includes("elsewhere") ? "links" : "broken");
  });

  test("a ZIP of other things is no office file", async () => {
    expect(await said(officeBytes({ "fotos/1.jpg": "x" }))).toBe("other");
    expect(await said(officeBytes({}))).toBe("other");
  });

  test.each([
    ["a template", "wordprocessingml.template"],
    ["a presentation", "presentationml.presentation"],
  ])("%s is none that is meant", async (_what, kind) => {
    const type = `application/vnd.openxmlformats-officedocument.${kind}.main+xml`;
    const types = contentTypes({ "word/document.xml": type });
    expect(await said(word({ "[Content_Types].xml": types }))).toBe("other");
  });

  test("one with a password is told apart", async () => {
    const file = altered(docx(), (entry, head) => {
      entry.writeUInt16LE(1, 8);
      head.writeUInt16LE(1, 6);
    });
    expect(await said(file)).toBe("encrypted");
  });
});

/** Returns the archive with a part between its parts and its directory that no program lists. */
function withHidden(file: Buffer): Buffer {
  const hidden = Buffer.from(zipSync({ "word/vbaProject.bin": strToU8("x") }));
  const part = hidden.subarray(0, hidden.lastIndexOf("PK\u0001\u0002"));
  const start = file.readUInt32LE(end(file) + 16);
  const tail = Buffer.from(file.subarray(start));
  tail.writeUInt32LE(start + part.length, tail.length - 6);
  return Buffer.concat([file.subarray(0, start), part, tail]);
}

describe("bombs are refused in bounded time and memory", () => {
  /** Returns what the process takes more than before, at its peak after the check. */
  async function growthOf(file: Buffer, problem: string): Promise<number> {
    const before = process.memoryUsage().rss;
    expect(await said(file)).toBe(problem);
    return process.memoryUsage().rss - before;
  }
  const zeros = (size: number) => Buffer.alloc(size);

  test("one that says how much it is is not unpacked", async () => {
    const file = altered(excel({ "xl/z.xml": zeros(MIB) }), (entry) =>
      entry.writeUInt32LE(300 * MIB, 24),
    );
    expect(await growthOf(file, "too-large")).toBeLessThan(30 * MIB);
  });

  test("one that says it is little ends where it should", async () => {
    const file = altered(excel({ "xl/z.xml": zeros(100 * MIB) }), (entry, head) => {
      entry.writeUInt32LE(10, 24);
      head.writeUInt32LE(10, 22);
    });
    expect(await growthOf(file, "broken")).toBeLessThan(50 * MIB);
  });

  test("types and relations longer than anybody's", async () => {
    const long = " ".repeat(9 * MIB);
    for (const name of ["[Content_Types].xml", "_rels/.rels"] as const)
      expect(await said(word({ [name]: WORD_PARTS[name].replace("><", `>${long}<`) }))).toBe(
        "too-large",
      );
  });

  test.each([
    ["nested a million times", "<a>".repeat(1_000_000) + "</a>".repeat(1_000_000)],
    ["of one endless name", `<a b="${"c".repeat(5 * MIB)}"/>`],
    [
      "of countless attributes",
      `<a ${Array.from({ length: 300_000 }, (_, n) => `a${n}=""`).join(" ")}/>`,
    ],
  ])("relations %s", async (_what, text) => {
    expect(await growthOf(word({ "word/_rels/a.rels": text }), "broken")).toBeLessThan(100 * MIB);
  });

  test("as many links as a large table has take no such way", async () => {
    const links = Array.from(
      { length: 30_000 },
      (_, n) => ["hyperlink", `https://verein.example/${n}`, 'TargetMode="External"'] as const,
    );
    const file = excel({ "xl/worksheets/_rels/sheet1.xml.rels": relations(...links) });
    expect(await said(file)).toBe(EXCEL_TYPE);
  });

  test("thousands of parts", async () => {
    const parts = Array.from({ length: 5_000 }, (_, part) => [`xl/${part}.xml`, "<x/>"]);
    expect(await said(excel(Object.fromEntries(parts)))).toBe("too-large");
  });

  test("parts packed once and listed often", async () => {
    const file = docx();
    const [first] = [file.indexOf("PK\u0001\u0002")];
    const twice = Buffer.concat([file.subarray(0, end(file)), file.subarray(first)]);
    const tail = twice.length - 22;
    const count = file.readUInt16LE(end(file) + 8) * 2;
    twice.writeUInt16LE(count, tail + 8);
    twice.writeUInt16LE(count, tail + 10);
    twice.writeUInt32LE((end(file) - first) * 2, tail + 12);
    expect(await said(twice)).toBe("broken");
  });
});

test("the type of a relation is told by its last word, in strict files too", async () => {
  const strict = "http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument";
  expect(await said(word({ "_rels/.rels": relations([strict, "/word/document.xml"]) }))).toBe(
    WORD_TYPE,
  );
});
