import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import {
  contentTypes,
  docx,
  EXCEL_PARTS,
  EXCEL_TYPE,
  officeBytes,
  relations,
  WORD_PARTS,
  WORD_TYPE,
  xlsx,
} from "#platform/server/testing/office-files.ts";
import { messagesContract as api } from "../../contract.ts";
import { type FormFile, messageForm } from "../testing.ts";

let app: TestApp;
let office: TestUser;
let member: TestUser;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  office = await app.user(club, { lastname: "Büro", permissions: ["SEND_MESSAGE"] });
  member = await app.user(club, { lastname: "Mitglied" });
});
afterAll(() => app?.close());

function send(...files: FormFile[]) {
  const request = { subject: "Unterlagen", recipientIds: [member.id] };
  return app.call(api.sendMessage, messageForm(request, files), office);
}
const word = (more: Record<string, string | Uint8Array>) => officeBytes({ ...WORD_PARTS, ...more });
const excel = (more: Record<string, string | Uint8Array>) =>
  officeBytes({ ...EXCEL_PARTS, ...more });

/** A document of the older formats' container, with the name of a stream in it. */
function container(stream: string): Buffer {
  const file = Buffer.alloc(4096);
  file.write("d0cf11e0a1b11ae1", "hex");
  file.write(stream, 1024, "utf16le");
  return file;
}
const MACRO_TYPE = "application/vnd.ms-excel.sheet.macroEnabled.main+xml";
const XLSM = excel({ "[Content_Types].xml": contentTypes({ "xl/workbook.xml": MACRO_TYPE }) });
const DOCM = word({ "word/vbaProject.bin": container("VBA") });

describe("Word and Excel files", () => {
  test("are taken by what they are, whatever the sender calls them", async () => {
    const answer = await send(
      { name: "Einladung.docx", bytes: docx(), type: "application/zip" },
      { name: "Dienstplan.XLSX", bytes: xlsx(), type: "text/html" },
      { name: "Plan", bytes: xlsx() },
      { name: "Brief.hta", bytes: docx() },
      { name: "Plan.xlsx", bytes: docx() },
      { name: `${"a".repeat(145)}.xlsm`, bytes: xlsx() },
    );
    expect(answer.status).toBe(201);
    expect(answer.body.attachments.map(({ name, contentType }) => [name, contentType])).toEqual([
      ["Einladung.docx", WORD_TYPE],
      ["Dienstplan.XLSX", EXCEL_TYPE],
      ["Plan.xlsx", EXCEL_TYPE],
      ["Brief.hta.docx", WORD_TYPE],
      ["Plan.xlsx.docx", WORD_TYPE],
      [`${"a".repeat(145)}.xlsx`, EXCEL_TYPE],
    ]);
  });

  test("are only ever saved, byte by byte as they came", async () => {
    const { body } = await send({ name: "Dienstplan.xlsx", bytes: xlsx() });
    const params = { id: body.id, attachment: body.attachments[0]?.id ?? "" };
    const got = await app.call(api.getAttachment, { params, query: { inline: "true" } }, member);
    expect(got.bytes.equals(xlsx())).toBe(true);
    expect(got.headers).toMatchObject({
      "content-type": EXCEL_TYPE,
      "x-content-type-options": "nosniff",
    });
    expect(got.headers["content-disposition"]).toMatch(/^attachment;.*Dienstplan\.xlsx/);
    expect(got.headers["content-security-policy"]).toContain("sandbox");
  });

  test("go along when the message is sent on", async () => {
    const { body } = await send({ name: "Dienstplan.xlsx", bytes: xlsx() });
    const request = { subject: "WG", recipientIds: [office.id], forwardAttachmentsOf: body.id };
    const forwarded = await app.call(api.sendMessage, messageForm(request), office);
    expect(forwarded.body.attachments).toMatchObject([
      { name: "Dienstplan.xlsx", contentType: EXCEL_TYPE },
    ]);
  });
});

const REMOTE = relations([
  "attachedTemplate",
  "https://boese.example/a.dotm",
  'TargetMode="External"',
]);
/** Says of its last part that it unpacks to 300 MiB. */
const BOMB = excel({ "xl/z.xml": Buffer.alloc(100_000) });
BOMB.writeUInt32LE(300 * 1024 * 1024, BOMB.lastIndexOf("PK\u0001\u0002") + 24);
const LOCKED = container("EncryptedPackage");

describe("refused, with what to do", () => {
  test.each<[string, number, string, RegExp, Buffer]>([
    ["Plan.xlsm", 415, "MACROS", /enthält Makros .* ohne Makros als \.xlsx\.$/, XLSM],
    ["Plan.xlsx", 415, "MACROS", /enthält Makros/, XLSM],
    ["Plan.pdf", 415, "MACROS", /enthält Makros/, XLSM],
    ["Brief.docm", 415, "MACROS", /ohne Makros als \.docx\.$/, DOCM],
    ["Brief.docx", 415, "MACROS", /ohne Makros als \.docx\.$/, DOCM],
    ["Plan.xls", 415, "OLD_FORMAT", /im alten Excel-Format.* als \.xlsx/, container("Workbook")],
    [
      "Brief.docx",
      415,
      "OLD_FORMAT",
      /im alten Word-Format.* als \.docx/,
      container("WordDocument"),
    ],
    ["Plan.xls", 415, "OLD_FORMAT", /im alten Excel-Format/, container("Anderes")],
    ["Brief.doc", 415, "OLD_FORMAT", /im alten Word-Format/, container("Anderes")],
    ["Plan.xlsx", 415, "PASSWORD_PROTECTED", /ohne Kennwort\.$/, LOCKED],
    ["Vortrag.ppt", 415, "TYPE_NOT_ALLOWED", /Word \(\.docx\)/, container("PowerPoint Document")],
    ["Setup.msi", 415, "TYPE_NOT_ALLOWED", /Erlaubt sind/, container("Anderes")],
    ["Brief.docx", 415, "EMBEDDED_OBJECTS", /als PDF\.$/, word({ "word/embeddings/a.bin": "x" })],
    ["Brief.docx", 415, "FETCHES_CONTENT", /aus dem Netz/, word({ "word/_rels/a.rels": REMOTE })],
    ["Brief.docx", 422, "ATTACHMENT_BROKEN", /noch einmal\.$/, docx().subarray(0, -20)],
    ["alles.zip", 415, "TYPE_NOT_ALLOWED", /Erlaubt sind/, officeBytes({ "a.txt": "x" })],
    ["alles.xlsx", 415, "TYPE_NOT_ALLOWED", /Erlaubt sind/, officeBytes({ "xl/workbook": "x" })],
    [
      "App.jar",
      415,
      "TYPE_NOT_ALLOWED",
      /Erlaubt/,
      officeBytes({ "META-INF/MANIFEST.MF": "x", ...WORD_PARTS }),
    ],
    [
      "Text.odt",
      415,
      "TYPE_NOT_ALLOWED",
      /Erlaubt/,
      Buffer.from(
        zipSync({ mimetype: [strToU8("application/vnd.oasis.opendocument.text"), { level: 0 }] }),
      ),
    ],
    ["Bombe.xlsx", 413, "ATTACHMENT_UNPACKS_TOO_LARGE", /ausgepackt zu groß/, BOMB],
  ])("%s: %i %s %s", async (name, status, code, words, bytes) => {
    const before = (await app.call(api.searchSent, {}, office)).body.totalElements;
    const answer = await send(
      { name: "gut.docx", bytes: docx() },
      { name, bytes, type: EXCEL_TYPE },
    );
    const problem = answer.body as unknown as { code: string; detail: string };
    expect([answer.status, problem.code]).toEqual([status, code]);
    expect(problem.detail).toMatch(words);
    expect(problem.detail).toContain(`„${name}“`);
    expect((await app.call(api.searchSent, {}, office)).body.totalElements).toBe(before);
  });

  test("drafts are no way around", async () => {
    const { id } = (await app.call(api.createDraft, { body: {} }, office)).body;
    const attach = (name: string, body: Buffer) =>
      app.call(api.uploadDraftAttachment, { params: { id }, query: { name }, body }, office);
    const refused = await attach("Plan.xlsx", XLSM);
    expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([
      415,
      "MACROS",
    ]);
    const taken = await attach("Plan.xlsx", xlsx());
    expect([taken.status, taken.body.contentType]).toEqual([201, EXCEL_TYPE]);
    const draft = await app.call(api.getDraft, { params: { id } }, office);
    expect(draft.body.attachments.map(({ name }) => name)).toEqual(["Plan.xlsx"]);
  });
});
