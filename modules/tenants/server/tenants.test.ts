import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { removeOrphanedBlobs } from "#platform/server/blobs/cleanup-queries.ts";
import { usersContract } from "#modules/members/contract.ts";
import { tenantsContract } from "../contract.ts";
import { createTenant, setTenantState, TenantRefusal } from "./public.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha", "Alpha e. V."), { isAdmin: true });
});
afterAll(() => app?.close());

/** A PNG of one colour: some kilobytes that would be gigabytes of pixels. */
function whitePng(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const settings = async () => (await app.call(tenantsContract.getTenant, {}, admin)).body;
const writable = async () => {
  const { displayName, accentColor, timeZone, trashDays, version } = await settings();
  return { displayName, accentColor, timeZone, trashDays, version };
};

describe("the operator", () => {
  test.each(["www", "api", "realms", "public", "health", "master"])(
    "cannot make a tenant of the reserved name %s",
    async (name) => {
      await expect(createTenant(app.services.database, name, "X")).rejects.toThrow(TenantRefusal);
    },
  );

  test.each(["a", "-a", "a--b", "A", "ä", "a.b", "a_b", "x".repeat(64), "a/../b"])(
    "cannot make one whose name is no DNS label: %s",
    async (name) => {
      await expect(createTenant(app.services.database, name, "X")).rejects.toThrow(TenantRefusal);
    },
  );

  test("gets one winner when two make the same tenant at once", async () => {
    const tries = await Promise.allSettled([
      createTenant(app.services.database, "doppelt", "1"),
      createTenant(app.services.database, "doppelt", "2"),
    ]);
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("suspends and resumes: the API answers 404 in between, at once", async () => {
    const tenant = await app.tenant("pause");
    const user = await app.user(tenant, { isAdmin: true });
    expect((await app.call(usersContract.getMe, {}, user)).status).toBe(200);
    await setTenantState(app.services.database, "pause", "SUSPENDED");
    await expect.poll(async () => (await app.call(usersContract.getMe, {}, user)).status).toBe(404);
    expect((await app.call(tenantsContract.getPublicTenant, {}, null, tenant)).status).toBe(404);
    await setTenantState(app.services.database, "pause", "ACTIVE");
    await expect.poll(async () => (await app.call(usersContract.getMe, {}, user)).status).toBe(200);
  });
});

describe("Einstellungen", () => {
  test("are saved and seen by the pages without login", async () => {
    const answer = await app.call(
      tenantsContract.updateTenant,
      {
        body: {
          ...(await writable()),
          displayName: "TSV Alpha",
          accentColor: "#AA3300",
          mailReplyTo: "post@alpha.example",
        },
      },
      admin,
    );
    expect(answer.status).toBe(200);
    const shown = await app.call(tenantsContract.getPublicTenant, {}, null, admin.tenant);
    expect(shown.body).toMatchObject({ displayName: "TSV Alpha", accentColor: "#aa3300" });
    expect(shown.body).not.toHaveProperty("mailReplyTo");
  });

  test("limit guests to 200 each until the club decides otherwise, within 0 and 5,000", async () => {
    const club = await app.tenant("gaeste");
    const head = await app.user(club, { isAdmin: true });
    const { body: before } = await app.call(tenantsContract.getTenant, {}, head);
    expect(before).toMatchObject({ guestsPerEvent: 200, guestsPerDay: 200 });
    const { displayName, accentColor, timeZone, trashDays, version } = before;
    const put = (limits: object) =>
      app.call(
        tenantsContract.updateTenant,
        { body: { displayName, accentColor, timeZone, trashDays, version, ...limits } },
        head,
      );
    for (const wrong of [-1, 5_001, 1.5, "7", null]) {
      const { status, body } = await put({ guestsPerEvent: 7, guestsPerDay: wrong });
      expect(status).toBe(400);
      expect(body).toMatchObject({ errors: [{ path: "guestsPerDay" }] });
    }
    const saved = await put({ guestsPerEvent: 0, guestsPerDay: 5_000 });
    expect(saved.body).toMatchObject({ guestsPerEvent: 0, guestsPerDay: 5_000 });
    const shown = await app.call(tenantsContract.getPublicTenant, {}, null, club);
    expect(shown.body).not.toHaveProperty("guestsPerDay");
  });

  test("of a second saver are not overwritten silently", async () => {
    const stale = await writable();
    await app.call(
      tenantsContract.updateTenant,
      { body: { ...stale, displayName: "Erster" } },
      admin,
    );
    const second = await app.call(
      tenantsContract.updateTenant,
      { body: { ...stale, displayName: "Zweiter" } },
      admin,
    );
    expect(second.status).toBe(412);
    expect(second.body).toMatchObject({
      code: "STALE_VERSION",
      current: { displayName: "Erster" },
    });
  });

  test.each([
    ["accentColor", "red;}body{display:none"],
    ["timeZone", "Europe/Entenhausen"],
    ["trashDays", 0],
    ["mailReplyTo", "keine-adresse"],
    ["displayName", "   "],
    ["name", "anders"],
    ["state", "SUSPENDED"],
  ])("refuse %s = %s at the field", async (field, value) => {
    const answer = await app.call(
      tenantsContract.updateTenant,
      { body: { ...(await writable()), [field]: value } as never },
      admin,
    );
    expect(answer.status).toBe(value === "Europe/Entenhausen" ? 422 : 400);
    expect(
      (answer.body as unknown as { errors: { path: string }[] }).errors.map(({ path }) => path),
    ).toContain(field);
  });
});

describe("the logo", () => {
  test("is stored upright as WebP without metadata, replaced and removed with its bytes", async () => {
    const photo = await sharp({
      create: { width: 900, height: 600, channels: 3, background: "#207050" },
    })
      .withExif({ IFD0: { Artist: "Geheim" } })
      .jpeg()
      .toBuffer();
    const put = await app.call(tenantsContract.putLogo, { body: photo }, admin);
    expect(put.status).toBe(200);
    const first = await app.call(tenantsContract.getLogo, {}, null, admin.tenant);
    expect(first.headers["content-type"]).toBe("image/webp");
    const { format, width, height, exif } = await sharp(first.bytes).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: "webp",
      width: 512,
      height: 341,
      exif: undefined,
    });
    const again = await app.call(
      tenantsContract.putLogo,
      { body: await sharp(photo).negate().png().toBuffer() },
      admin,
    );
    expect(again.body.logoVersion).not.toBe(put.body.logoVersion);
    expect((await app.call(tenantsContract.deleteLogo, {}, admin)).status).toBe(204);
    expect((await app.call(tenantsContract.getLogo, {}, null, admin.tenant)).status).toBe(404);
    // Young bytes are spared: they may still get their row.
    expect(await removeOrphanedBlobs(app.services.database, app.services.blobs)).toBe(0);
  });

  test.each([
    [
      "an SVG",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      415,
    ],
    ["HTML named as a picture", Buffer.from("<html></html>"), 415],
    ["half a PNG", Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB", "base64"), 422],
    ["nothing", Buffer.alloc(0), 415],
  ])("is refused when it is %s", async (_what, body, status) => {
    expect((await app.call(tenantsContract.putLogo, { body }, admin)).status).toBe(status);
  });

  test("is refused beyond 10 MiB and as a bomb, and the server lives", async () => {
    expect(
      (await app.call(tenantsContract.putLogo, { body: Buffer.alloc(10 * 1024 * 1024 + 1) }, admin))
        .status,
    ).toBe(413);
    const bomb = whitePng(20_000);
    expect((await app.call(tenantsContract.putLogo, { body: bomb }, admin)).status).toBe(413);
    expect((await app.call(usersContract.getMe, {}, admin)).status).toBe(200);
  });
});

describe("own member fields", () => {
  test("are made, changed, kept in order and taken away with their values", async () => {
    const size = await app.call(
      tenantsContract.createCustomField,
      { body: { key: "size", kind: "CHOICE", label: "Größe", options: ["S", "M"], position: 2 } },
      admin,
    );
    expect(size.status).toBe(201);
    await app.call(
      tenantsContract.createCustomField,
      { body: { key: "key", kind: "TEXT", label: "Schlüssel", position: 1 } },
      admin,
    );
    const list = await app.call(tenantsContract.listCustomFields, {}, admin);
    expect(list.body.map(({ key }) => key).filter((key) => key !== "dasselbe")).toEqual([
      "key",
      "size",
    ]);
    const member = await app.call(
      usersContract.createUser,
      { body: { firstname: "Mit", lastname: "Größe", customFields: { size: "M" } } },
      admin,
    );
    expect(member.body.customFields).toEqual({ size: "M" });
    const wrong = await app.call(
      usersContract.createUser,
      { body: { firstname: "Mit", lastname: "Fehler", customFields: { size: "XXL" } } },
      admin,
    );
    expect(wrong.status).toBe(422);
    expect(
      (await app.call(tenantsContract.deleteCustomField, { params: { id: size.body.id } }, admin))
        .status,
    ).toBe(204);
    const after = await app.call(usersContract.getUser, { params: { id: member.body.id } }, admin);
    expect(after.body.customFields).toEqual({});
  });

  test.each([
    [{ key: "a b", kind: "TEXT", label: "X" }, 400],
    [{ key: "__proto__", kind: "TEXT", label: "X" }, 400],
    [{ key: "leer", kind: "CHOICE", label: "X", options: [] }, 422],
    [{ key: "text", kind: "TEXT", label: "X", options: ["a"] }, 422],
    [{ key: "zwei", kind: "CHOICE", label: "X", options: ["a", "a"] }, 422],
    [{ key: "key", kind: "TEXT", label: "Noch einmal" }, 409],
  ])("refuse %j with %i", async (body, status) => {
    expect(
      (await app.call(tenantsContract.createCustomField, { body: body as never }, admin)).status,
    ).toBe(status);
  });
});
