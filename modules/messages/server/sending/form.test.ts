import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { messagesContract as api } from "../../contract.ts";
import { attachmentName } from "./attachments.ts";
import { aMessage, type FormFile, messageForm } from "../testing.ts";

const PDF = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
  Buffer.from("JFIF\0\u0001\u0001"),
  Buffer.alloc(600),
]);
const HEIC = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  Buffer.from("ftypheic\0\0\0\0mif1heic"),
  Buffer.alloc(600),
]);

let app: TestApp;
let office: TestUser;
let member: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  office = await app.user(club, { lastname: "Büro", permissions: ["SEND_MESSAGE"] });
  member = await app.user(club, { lastname: "Mitglied" });
  other = await app.user(club, { lastname: "Andere" });
});
afterAll(() => app?.close());

function send(files: readonly FormFile[], more: object = {}, headers: Record<string, string> = {}) {
  const form = messageForm({ subject: "Unterlagen", recipientIds: [member.id], ...more }, files);
  return app.call(api.sendMessage, { ...form, headers: { ...form.headers, ...headers } }, office);
}
async function sentCount(): Promise<number> {
  return (await app.call(api.searchSent, {}, office)).body.totalElements;
}
const codeOf = (answer: { body: unknown }) => (answer.body as { code: string }).code;

describe("attachments", () => {
  test("PDF, JPEG, PNG and HEIC are taken by what they are, whatever they are called", async () => {
    const answer = await send([
      { name: "Satzung.txt", bytes: PDF },
      { name: "bild", bytes: PNG },
      { name: "foto.exe", bytes: JPEG, type: "text/html" },
      { name: "IMG_1.HEIC", bytes: HEIC },
    ]);
    expect(answer.status).toBe(201);
    expect(
      answer.body.attachments.map(({ name, contentType }) => `${name} ${contentType}`),
    ).toEqual([
      "Satzung.txt application/pdf",
      "bild image/png",
      "foto.exe image/jpeg",
      "IMG_1.HEIC image/heic",
    ]);
    const [, picture] = answer.body.attachments;
    const params = { id: answer.body.id, attachment: picture?.id ?? "" };
    const shown = await app.call(api.getAttachment, { params, query: { inline: "true" } }, member);
    expect(shown.headers["content-disposition"]).toMatch(/^inline;/);
    expect(shown.headers["content-security-policy"]).toContain("sandbox");
    const [pdf] = answer.body.attachments;
    const paper = await app.call(
      api.getAttachment,
      { params: { id: answer.body.id, attachment: pdf?.id ?? "" }, query: { inline: "true" } },
      member,
    );
    expect(paper.headers["content-disposition"]).toMatch(/^attachment;/);
  });

  test.each([
    [
      "a page that calls itself a picture",
      "bild.png",
      Buffer.from("<!doctype html><script>alert(1)</script>"),
    ],
    [
      "a program that calls itself a PDF",
      "satzung.pdf",
      Buffer.from(`MZ${"\0".repeat(200)}`, "latin1"),
    ],
    [
      "an SVG",
      "logo.svg",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    ["a text", "notiz.txt", Buffer.from("Hallo")],
    ["a ZIP", "alles.zip", Buffer.from("504b0304140000000000", "hex")],
    ["a GIF", "bild.gif", Buffer.from("GIF89a\u0001\0\u0001\0\0\0\0;", "latin1")],
  ])("%s is refused with 415 and nothing is sent", async (_what, name, bytes) => {
    const before = await sentCount();
    const answer = await send([
      { name: "gut.pdf", bytes: PDF },
      { name, bytes },
    ]);
    expect([answer.status, codeOf(answer)]).toEqual([415, "TYPE_NOT_ALLOWED"]);
    expect((answer.body as unknown as { detail: string }).detail).toContain(name);
    expect(await sentCount()).toBe(before);
  });

  test("too large, too many and empty ones are refused", async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(20 * 1024 * 1024)]);
    const one = await send([{ name: "groß.pdf", bytes: large }]);
    expect([one.status, codeOf(one)]).toEqual([413, "ATTACHMENT_TOO_LARGE"]);
    const big = Buffer.concat([PDF, Buffer.alloc(18 * 1024 * 1024)]);
    const all = await send([1, 2, 3].map((number) => ({ name: `${number}.pdf`, bytes: big })));
    expect([all.status, codeOf(all)]).toEqual([413, "ATTACHMENTS_TOO_LARGE"]);
    expect(
      (await send(Array.from({ length: 51 }, () => ({ name: "a.pdf", bytes: PDF })))).status,
    ).toBe(422);
    expect((await send([{ name: "leer.pdf", bytes: Buffer.alloc(0) }])).status).toBe(422);
  });

  test("a store that fills up in the middle of one is said at once", async () => {
    const before = await sentCount();
    const put = vi.spyOn(app.services.blobs, "put").mockImplementationOnce(async (content) => {
      for await (const _ of content) break;
      throw new AppError("STORE_FULL");
    });
    const answer = await send(
      [1, 2].map((number) => ({
        name: `${number}.pdf`,
        bytes: Buffer.concat([PDF, Buffer.alloc(3_000_000)]),
      })),
    );
    put.mockRestore();
    expect([answer.status, codeOf(answer)]).toEqual([507, "STORE_FULL"]);
    expect(await sentCount()).toBe(before);
  });

  test("two of 18 MiB fit", async () => {
    const big = Buffer.concat([PDF, Buffer.alloc(18 * 1024 * 1024)]);
    const answer = await send([1, 2].map((number) => ({ name: `${number}.pdf`, bytes: big })));
    expect(answer.status).toBe(201);
    const [file] = answer.body.attachments;
    const download = await app.call(
      api.getAttachment,
      { params: { id: answer.body.id, attachment: file?.id ?? "" } },
      member,
    );
    expect(download.bytes.equals(big)).toBe(true);
  });

  test.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\Eigene Dateien\\Satzung.pdf", "Satzung.pdf"],
    ["a\u202egpj.exe", "agpj.exe"],
    ["zei\r\nle: x.pdf", "zeile_ x.pdf"],
    ["Mu\u0308ller.pdf", "Müller.pdf"],
    ["...", "Anhang"],
    ["", "Anhang"],
    [`${"ä".repeat(300)}.pdf`, `${"ä".repeat(146)}.pdf`],
  ])("the name %j becomes %j", (given, kept) => {
    expect(attachmentName(given)).toBe(kept);
  });

  test("are sent on from messages that one may read, as files of their own", async () => {
    const first = await send([{ name: "Plan.pdf", bytes: PDF }]);
    const source = first.body.id;
    const stolen = await app.call(
      api.sendMessage,
      messageForm({ subject: "AW", recipientIds: [office.id], forwardAttachmentsOf: source }),
      other,
    );
    expect([403, 422]).toContain(stolen.status);
    await app.call(
      api.sendMessage,
      messageForm({ subject: "An mich", recipientIds: [other.id] }),
      office,
    );
    const known = await app.call(
      api.sendMessage,
      messageForm({ subject: "AW", recipientIds: [office.id], forwardAttachmentsOf: source }),
      other,
    );
    expect(known.status).toBe(422);
    const forwarded = await send([{ name: "Neu.png", bytes: PNG }], {
      forwardAttachmentsOf: source,
      recipientIds: [other.id],
    });
    expect(forwarded.body.attachments.map(({ name }) => name)).toEqual(["Plan.pdf", "Neu.png"]);
    expect(forwarded.body.attachments[0]?.id).not.toBe(first.body.attachments[0]?.id);
    const download = await app.call(
      api.getAttachment,
      { params: { id: forwarded.body.id, attachment: forwarded.body.attachments[0]?.id ?? "" } },
      other,
    );
    expect(download.bytes.equals(PDF)).toBe(true);
  });
});

describe("the form", () => {
  test("the part request may be a plain field", async () => {
    const boundary = "xx";
    const json = JSON.stringify({ subject: "Feld", recipientIds: [member.id] });
    const body = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="request"\r\n\r\n${json}\r\n--${boundary}--\r\n`,
    );
    const answer = await app.call(
      api.sendMessage,
      { body, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } },
      office,
    );
    expect([answer.status, answer.body.subject]).toEqual([201, "Feld"]);
  });

  test("what is unknown, broken or missing is refused", async () => {
    const unknown = await send([], { tenantId: "x" });
    expect(unknown.status).toBe(400);
    for (const field of ["senderId", "id", "sentAt", "can", "__proto__x"])
      expect((await send([], { [field]: "x" })).status).toBe(400);
    const headers = { "content-type": "multipart/form-data; boundary=xx" };
    const bodies: [string, number][] = [
      ["", 400],
      ["--xx--\r\n", 400],
      ['--xx\r\nContent-Disposition: form-data; name="request"\r\n\r\n{"subject":', 400],
      ['--xx\r\nContent-Disposition: form-data; name="request"\r\n\r\n{nope}\r\n--xx--\r\n', 400],
      ['--xx\r\nContent-Disposition: form-data; name="anderes"\r\n\r\n1\r\n--xx--\r\n', 400],
    ];
    for (const [body, status] of bodies)
      expect([
        body,
        (await app.call(api.sendMessage, { body: Buffer.from(body), headers }, office)).status,
      ]).toEqual([body, status]);
    const json = { "content-type": "application/json" };
    expect(
      (
        await app.call(
          api.sendMessage,
          { body: Buffer.from('{"subject":"x"}'), headers: json },
          office,
        )
      ).status,
    ).toBe(415);
  });

  test("a subject is one line that says something", async () => {
    for (const subject of [
      "Hallo\r\nBcc: alle@example.org",
      "a\nb",
      "\u0000",
      "",
      "   ",
      "x".repeat(201),
    ]) {
      expect((await send([], { subject })).status).toBe(400);
    }
    const answer = await send([], { subject: "  Grüße: „Fest“ & <Feier>  " });
    expect(answer.body.subject).toBe("Grüße: „Fest“ & <Feier>");
  });

  test("the content is cleaned before anybody reads it", async () => {
    const answer = await send([], {
      messageContent:
        '<p onclick="alert(1)">Hallo<script>alert(1)</script><img src="https://spion.example/x.gif" alt="Wappen"></p>',
    });
    expect(answer.body.messageContent).toBe("<p>HalloWappen</p>");
    expect(answer.body.preview).toBe("HalloWappen");
  });

  test("long ones come whole by themselves and begun in lists", async () => {
    const paragraph = `<p>${"Lorem ipsum ".repeat(50)}</p>`;
    const { body } = await send([], { subject: "Lang", messageContent: paragraph.repeat(20) });
    expect(body.messageContent.length).toBeGreaterThan(10_000);
    const list = await app.call(api.searchMessages, { query: { size: 1 } }, member);
    expect(list.body.content[0]?.subject).toBe("Lang");
    expect(list.body.content[0]?.messageContent.length).toBeLessThan(6_000);
    expect(list.body.content[0]?.messageContent).toMatch(/^<p>Lorem ipsum/);
  });
});

describe("Idempotency-Key", () => {
  test("a repeated form has one effect, however often and at once", async () => {
    const before = await sentCount();
    const key = { "idempotency-key": "senden-1" };
    const answers = await Promise.all(
      [1, 2, 3].map(() => send([{ name: "Plan.pdf", bytes: PDF }], {}, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers["location"])).size).toBe(1);
    expect(await sentCount()).toBe(before + 1);
    const changed = await send([{ name: "Plan.pdf", bytes: PNG }], {}, key);
    expect([changed.status, codeOf(changed)]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    const unreadable = await send([], {}, { "idempotency-key": "ü".repeat(3) });
    expect(unreadable.status).toBe(400);
  });
});

test("a real PDF keeps its bytes", async () => {
  const bytes = await readFile(
    join(import.meta.dirname, "../../../files/server/versions/samples/spielplan.pdf"),
  );
  const message = await aMessage(app, office, { recipientIds: [member.id] }, [
    { name: "Spielplan.pdf", bytes },
  ]);
  const download = await app.call(
    api.getAttachment,
    { params: { id: message.id, attachment: message.attachments[0]?.id ?? "" } },
    member,
  );
  expect(download.bytes.equals(bytes)).toBe(true);
});
