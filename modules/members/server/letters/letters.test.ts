import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { elements, readPdf } from "#platform/server/documents/pdf/testing.ts";
import { usersContract as users } from "../../contract.ts";

let app: TestApp;
let admin: TestUser;
let eva: string;
let otto: string;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha", "TSV Grünhausen");
  admin = await app.user(club, { lastname: "Admin", isAdmin: true });
  const member = async (body: Parameters<typeof app.call<typeof users.createUser>>[1]["body"]) =>
    (await app.call(users.createUser, { body }, admin)).body.id;
  eva = await member({
    salutation: "Frau",
    title: "Dr.",
    firstname: "Eva",
    lastname: "Groß",
    street: "Am Alten Bahnhof 3",
    postalCode: "73033",
    city: "Göppingen",
    country: "DE",
    birthday: "1956-05-17",
  });
  otto = await member({ firstname: "Otto", lastname: "Lang", joinedOn: "2001-07-01" });
});
afterAll(() => app?.close());

const ofEva = () => ({ userId: eva, kind: "BIRTHDAY" as const, date: "2026-05-17" });
const ofOtto = () => ({ userId: otto, kind: "MEMBERSHIP" as const, date: "2026-07-01" });
const print = (body: object, as: TestUser = admin) =>
  app.call(
    users.printLetters,
    {
      body: {
        occasions: [ofEva(), ofOtto()],
        subject: "{Anlass}",
        text: "herzlichen Glückwunsch, {Vorname}.\n\nMit freundlichen Grüßen",
        ...body,
      },
    },
    as,
  );

describe("letters", () => {
  test("are a page each, with address, date, subject, salutation and text", async () => {
    const { status, bytes } = await print({});
    expect(status).toBe(200);
    const { pages, ...pdf } = await readPdf(bytes);
    expect(pdf).toMatchObject({ title: "Briefe", language: "de-DE", isTagged: true });
    expect(pages).toHaveLength(2);
    const [first, second] = pages.map((page) => elements(page, "P").map(({ text }) => text));
    expect(first?.filter((text) => !/\d{4}$/.test(text))).toEqual([
      "TSV Grünhausen",
      "Dr. Eva Groß",
      "Am Alten Bahnhof 3",
      "73033 Göppingen",
      "Sehr geehrte Frau Dr. Groß,",
      "herzlichen Glückwunsch, Eva.",
      "Mit freundlichen Grüßen",
      "TSV Grünhausen",
    ]);
    expect(second).toContain("Otto Lang");
    expect(second).toContain("Guten Tag Otto Lang,");
    expect(pages.map((page) => elements(page, "H1").map(({ text }) => text))).toEqual([
      ["70. Geburtstag"],
      ["25 Jahre Mitglied"],
    ]);
    expect(pages.flatMap(({ untagged }) => untagged)).toEqual([]);
  });

  test("are for who sees members", async () => {
    const sees = await app.user(admin.tenant, { permissions: ["QUERY_USER"] });
    expect((await print({}, sees)).status).toBe(200);
    const writes = await app.user(admin.tenant, { permissions: ["SEND_MESSAGE"] });
    expect((await print({}, writes)).status).toBe(403);
  });

  test("name what is wrong with them", async () => {
    expect(await print({ text: "Grüße nach {Ort}" })).toMatchObject({
      status: 422,
      body: { errors: [{ path: "text", message: expect.stringContaining("„{Ort}“") as string }] },
    });
    expect(await print({ subject: "{}" })).toMatchObject({
      status: 422,
      body: { errors: [{ path: "subject" }] },
    });
    expect(await print({ occasions: [{ ...ofEva(), kind: "MEMBERSHIP" }] })).toMatchObject({
      status: 422,
      body: { errors: [{ path: "occasions.0.date" }] },
    });
    const foreign = "0193b8e0-0000-7000-8000-000000000001";
    expect((await print({ occasions: [{ ...ofEva(), userId: foreign }] })).status).toBe(404);
    const many = Array.from({ length: 501 }, ofEva);
    expect((await print({ occasions: many })).status).toBe(400);
    expect((await print({ subject: " " })).status).toBe(400);
  });
});
