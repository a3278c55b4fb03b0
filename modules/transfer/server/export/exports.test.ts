import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { usersContract } from "#modules/members/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { exportContract } from "../../export-contract.ts";
import { mappingContract, type Transform } from "../../mapping-contract.ts";
import { anExportTarget, exportedFile, exportedText, ranExport } from "./testing.ts";

let app: TestApp;
let admin: TestUser;
/** Exports, sees members, but neither bank data nor notes. */
let clerk: TestUser;

beforeAll(async () => {
  app = await testApp();
  const alpha = await app.tenant("alpha");
  admin = await app.user(alpha, { firstname: "Anna", lastname: "Admin", isAdmin: true });
  clerk = await app.user(alpha, {
    firstname: "Klaus",
    lastname: "Kanzlei",
    permissions: ["MANAGE_EXPORTS", "QUERY_USER"],
  });
  for (const body of [
    {
      firstname: "Jürgen",
      lastname: "Groß",
      city: "Göppingen",
      postalCode: "01067",
      birthday: "1955-03-01",
      iban: "DE02 1203 0000 0000 2020 51",
      gender: "MALE" as const,
    },
    {
      firstname: "Zoë",
      lastname: "Wałęsa; Söhne",
      city: "Łódź",
      phone: "+49 7161 1234",
      leftOn: "2020-12-31",
    },
    { firstname: "=cmd|'/c calc'!A0", lastname: "@böse", title: "-1+1", notes: "streng geheim" },
  ]) {
    expect((await app.call(usersContract.createUser, { body }, admin)).status).toBe(201);
  }
});
afterAll(() => app?.close());

describe("a target", () => {
  test("runs, and its file is kept with who, when and how many", async () => {
    const target = await anExportTarget(app, clerk, { name: "Verbandsmeldung" });
    expect(target).toMatchObject({
      owner: { id: clerk.id, name: "Klaus Kanzlei" },
      lastRun: null,
      destination: { kind: "DOWNLOAD" },
      can: ["EDIT", "DELETE", "RUN"],
    });
    const run = await ranExport(app, clerk, target.id);
    expect(run).toMatchObject({
      state: "DONE",
      count: 5,
      progress: { done: 5, total: 5 },
      actor: { id: clerk.id },
      scheduled: false,
      error: null,
      can: ["DOWNLOAD"],
    });
    expect(run.fileName).toMatch(/^Verbandsmeldung \d{4}-\d{2}-\d{2}\.csv$/);
    expect(run.sha256).toMatch(/^[0-9a-f]{64}$/);
    const text = (await exportedFile(app, clerk, run.id)).toString("utf8");
    expect(text.startsWith("\u{feff}Mitgliedsnummer;Anrede;Titel;Vorname;Nachname;")).toBe(true);
    expect(text).toContain(";Jürgen;Groß;");
    expect(text).toContain(";01067;Göppingen;");
    expect(text).toContain('"Wałęsa; Söhne"');
    const list = await app.call(
      exportContract.searchExportTargets,
      { query: { q: "verbands" } },
      clerk,
    );
    expect(list.body.content.map(({ lastRun }) => lastRun?.id)).toEqual([run.id]);
  });

  test("is changed by the version read only", async () => {
    const target = await anExportTarget(app, clerk);
    const change = { name: `${target.name} neu`, format: "JSON" as const };
    const saved = await app.call(
      exportContract.updateExportTarget,
      { params: { id: target.id }, body: { ...change, version: 1 } },
      admin,
    );
    expect(saved.body).toMatchObject({ ...change, version: 2, owner: { id: admin.id } });
    const stale = await app.call(
      exportContract.updateExportTarget,
      { params: { id: target.id }, body: { ...change, version: 1 } },
      clerk,
    );
    expect(stale.status).toBe(412);
  });

  test("has a name of its own", async () => {
    const { name } = await anExportTarget(app, clerk);
    expect(
      (await app.call(exportContract.createExportTarget, { body: { name, format: "CSV" } }, clerk))
        .status,
    ).toBe(409);
  });

  test("leaves its runs behind as proof when it is deleted", async () => {
    const target = await anExportTarget(app, clerk);
    const run = await ranExport(app, clerk, target.id);
    expect(
      (await app.call(exportContract.deleteExportTarget, { params: { id: target.id } }, clerk))
        .status,
    ).toBe(204);
    const after = await app.call(exportContract.getExportRun, { params: { id: run.id } }, clerk);
    expect(after.body).toMatchObject({
      targetId: null,
      targetName: target.name,
      can: ["DOWNLOAD"],
    });
  });

  test("runs once at a time", async () => {
    const { id } = await anExportTarget(app, clerk);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.call(exportContract.runExportTarget, { params: { id } }, clerk),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      202, 409, 409, 409, 409,
    ]);
    await app.runJobs();
  });
});

describe("bank data and notes", () => {
  test("are only exported by those who see them", async () => {
    expect(await exportedText(app, admin, { options: { protectedFields: true } })).toContain(
      "DE02 1203 0000 0000 2020 51",
    );
    expect(await exportedText(app, admin)).not.toContain("DE02");
    const refused = await app.call(
      exportContract.createExportTarget,
      { body: { name: "Heimlich", format: "CSV", options: { protectedFields: true } } },
      clerk,
    );
    expect(refused.status).toBe(403);
    const preview = await app.call(
      exportContract.previewExport,
      { body: { name: "Heimlich", format: "CSV", options: { protectedFields: true } } },
      clerk,
    );
    expect(preview.status).toBe(403);
  });

  test("stay closed in the file of another's run, and in another's target", async () => {
    const target = await anExportTarget(app, admin, { options: { protectedFields: true } });
    const run = await ranExport(app, admin, target.id);
    const seen = await app.call(exportContract.getExportRun, { params: { id: run.id } }, clerk);
    expect(seen.body.can).toEqual([]);
    expect(
      (await app.call(exportContract.getExportFile, { params: { id: run.id } }, clerk)).status,
    ).toBe(403);
    expect(
      (await app.call(exportContract.runExportTarget, { params: { id: target.id } }, clerk)).status,
    ).toBe(403);
    const body = {
      name: target.name,
      format: "CSV" as const,
      options: { protectedFields: true },
      version: 1,
    };
    expect(
      (
        await app.call(
          exportContract.updateExportTarget,
          { params: { id: target.id }, body },
          clerk,
        )
      ).status,
    ).toBe(403);
  });

  test("don't come in through a saved view or the order", async () => {
    const view = await app.call(
      usersContract.createView,
      { body: { name: "Mit IBAN", shared: true, columns: ["lastname", "iban"] } },
      admin,
    );
    expect(
      (
        await app.call(
          exportContract.createExportTarget,
          { body: { name: "Ansicht", format: "CSV", viewId: view.body.id } },
          clerk,
        )
      ).status,
    ).toBe(403);
    expect(
      (
        await app.call(
          exportContract.createExportTarget,
          { body: { name: "Ordnung", format: "CSV", sort: "iban" } },
          clerk,
        )
      ).status,
    ).toBe(403);
  });

  test("come into nobody's file through a view that changed after the target was saved", async () => {
    const view = await app.call(
      usersContract.createView,
      { body: { name: "Wächst", shared: true, columns: ["lastname"] } },
      admin,
    );
    const target = await anExportTarget(app, admin, { viewId: view.body.id });
    await app.call(
      usersContract.updateView,
      {
        params: { id: view.body.id },
        body: { name: "Wächst", shared: true, columns: ["lastname", "iban"], version: 1 },
      },
      admin,
    );
    const run = await ranExport(app, admin, target.id);
    expect(run).toMatchObject({ state: "FAILED", fileName: null });
    expect(run.error).toContain("Bankdaten oder Notizen");
  });

  test("and members at all are not for those who may export but don't see members", async () => {
    const blind = await app.user(admin.tenant, { permissions: ["MANAGE_EXPORTS"] });
    expect(
      (
        await app.call(
          exportContract.createExportTarget,
          { body: { name: "Blind", format: "CSV" } },
          blind,
        )
      ).status,
    ).toBe(403);
    expect(
      (
        await app.call(
          exportContract.previewExport,
          { body: { name: "Blind", format: "CSV" } },
          blind,
        )
      ).status,
    ).toBe(403);
    const target = await anExportTarget(app, clerk);
    const run = await ranExport(app, clerk, target.id);
    expect(
      (await app.call(exportContract.runExportTarget, { params: { id: target.id } }, blind)).status,
    ).toBe(403);
    expect(
      (await app.call(exportContract.getExportFile, { params: { id: run.id } }, blind)).status,
    ).toBe(403);
  });
});

describe("which members", () => {
  test("the filter says, and the reference date", async () => {
    const filter = { status: ["FORMER" as const] };
    expect(await exportedText(app, clerk, { filter })).toContain("Wałęsa");
    expect(await exportedText(app, clerk, { filter, asOf: "2020-12-31" })).not.toContain("Wałęsa");
    expect(
      await exportedText(app, clerk, { filter: { status: ["ACTIVE"] }, asOf: "2020-12-31" }),
    ).toContain("Wałęsa");
  });

  test("a saved view says, with its columns and order", async () => {
    const parameters = {
      q: "o",
      sort: "lastname",
      dir: "DESC",
      size: "50",
      includeSubgroups: "true",
    };
    const view = await app.call(
      usersContract.createView,
      { body: { name: "Mit o", parameters, columns: ["lastname", "city"] } },
      clerk,
    );
    const text = await exportedText(app, clerk, { viewId: view.body.id });
    expect(text.split("\r\n").slice(0, 2)).toEqual([
      "\u{feff}Nachname;Ort",
      '"Wałęsa; Söhne";Łódź',
    ]);
    // Another's own view is none of mine.
    expect(
      (
        await app.call(
          exportContract.createExportTarget,
          { body: { name: "Fremd", format: "CSV", viewId: view.body.id } },
          admin,
        )
      ).status,
    ).toBe(422);
  });

  test("is shown before it is saved", async () => {
    const preview = await app.call(
      exportContract.previewExport,
      { body: { name: "x", format: "CSV", filter: { q: "Groß" } } },
      clerk,
    );
    expect(preview.body.count).toBe(1);
    expect(preview.body.rows[0]).toContain("01.03.1955");
    expect(preview.body.headings).toContain("Geburtstag");
  });

  test("an unknown filter or order is refused", async () => {
    for (const [wish, status] of [
      [{ filter: { gibtesnicht: "x" } }, 400],
      [{ filter: { "cf.gibtesnicht": "x" } }, 422],
      [{ sort: "gibtesnicht" }, 422],
      [{ mappingConfigId: 4_711 }, 422],
    ] as const) {
      expect(
        (
          await app.call(
            exportContract.createExportTarget,
            { body: { name: "Falsch", format: "CSV", ...wish } as never },
            clerk,
          )
        ).status,
      ).toBe(status);
    }
  });
});

describe("a CSV file", () => {
  test("runs no formula in a spreadsheet", async () => {
    const text = await exportedText(app, clerk);
    expect(text).toContain(";'=cmd|'/c calc'!A0;'@böse;");
    expect(text).toContain(";'-1+1;");
    expect(text).toContain(";'+49 7161 1234;");
  });

  test("leaves telephone numbers alone where no Excel opens it", async () => {
    const target = await anExportTarget(app, clerk, {
      options: { encoding: "UTF-8", byteOrderMark: false },
    });
    const run = await ranExport(app, clerk, target.id);
    const text = (await exportedFile(app, clerk, run.id)).toString();
    expect(text).toContain(";+49 7161 1234;");
    expect(text).toContain(";'=cmd|'/c calc'!A0;'@böse;");
  });

  test("is what was asked for: signs, delimiter, order mark", async () => {
    const run = async (options: object) => {
      const done = await ranExport(app, clerk, (await anExportTarget(app, clerk, { options })).id);
      return { done, bytes: await exportedFile(app, clerk, done.id) };
    };
    const utf16 = await run({ encoding: "UTF-16", delimiter: "\t" });
    expect(utf16.bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]));
    expect(utf16.bytes.toString("utf16le")).toContain("\tJürgen\tGroß\t");
    const plain = await run({ byteOrderMark: false, delimiter: "|" });
    expect(plain.bytes.toString("utf8").startsWith("Mitgliedsnummer|")).toBe(true);
    const old = await run({ encoding: "WINDOWS-1252", delimiter: "," });
    expect(old.bytes.toString("latin1")).toContain("Jürgen,Groß");
    expect(old.bytes.toString("latin1")).toContain("Walesa; Söhne");
    expect(old.done.warnings).toHaveLength(1);
    expect(old.done.warnings[0]).toContain("„ł“ als „l“, „ę“ als „e“");
    expect(utf16.done.warnings).toEqual([]);
  });
});

test("a JSON file holds an object for each member", async () => {
  const members = JSON.parse(
    await exportedText(app, clerk, { format: "JSON", filter: { q: "Groß" } }),
  ) as Record<string, unknown>[];
  expect(members).toHaveLength(1);
  expect(members[0]).toMatchObject({ Vorname: "Jürgen", PLZ: "01067", Geburtstag: "1955-03-01" });
});

describe("a mapping", () => {
  const mapping = (
    entries: { sourceField: string; targetField: string; transforms?: Transform[] }[],
    name: string,
  ) =>
    app.call(
      mappingContract.createMappingConfig,
      { body: { name, isExport: true, entries } },
      admin,
    );

  test("says the columns' names, order and values", async () => {
    const { body } = await mapping(
      [
        {
          sourceField: "gender",
          targetField: "Geschl.",
          transforms: [{ kind: "VALUES", values: [{ from: "MALE", to: "1" }], otherwise: "KEEP" }],
        },
        { sourceField: "lastname", targetField: "=Name", transforms: [{ kind: "UPPER" }] },
        {
          sourceField: "birthday",
          targetField: "geb.",
          transforms: [{ kind: "DATE", format: "YYYYMMDD" }],
        },
        {
          sourceField: "",
          targetField: "Verein",
          transforms: [{ kind: "CONSTANT", value: "4711", onlyWhenEmpty: false }],
        },
      ],
      "Verband",
    );
    const text = await exportedText(app, clerk, {
      mappingConfigId: body.id,
      filter: { q: "Groß" },
    });
    expect(text).toBe("\u{feff}Geschl.;'=Name;geb.;Verein\r\n1;GROSS;19550301;4711\r\n");
  });

  test("counts ages on the reference date", async () => {
    const { body } = await mapping([{ sourceField: "age", targetField: "Alter" }], "Alter");
    expect(
      await exportedText(app, clerk, {
        mappingConfigId: body.id,
        filter: { q: "Groß" },
        asOf: "2000-03-01",
      }),
    ).toContain("\r\n45\r\n");
    expect(
      await exportedText(app, clerk, {
        mappingConfigId: body.id,
        filter: { q: "Groß" },
        asOf: "2000-02-29",
      }),
    ).toContain("\r\n44\r\n");
  });

  test("opens bank data to nobody, not even joined or added later", async () => {
    const { body: joined } = await mapping(
      [
        {
          sourceField: "lastname",
          targetField: "x",
          transforms: [{ kind: "JOIN", with: ["iban"], separator: " " }],
        },
      ],
      "Angefügt",
    );
    expect(
      (
        await app.call(
          exportContract.createExportTarget,
          { body: { name: "A", format: "CSV", mappingConfigId: joined.id } },
          clerk,
        )
      ).status,
    ).toBe(403);
    const { body: harmless } = await mapping(
      [{ sourceField: "lastname", targetField: "x" }],
      "Wird schlimm",
    );
    const target = await anExportTarget(app, admin, { mappingConfigId: harmless.id });
    const entries = [{ sourceField: "notes", targetField: "x" }];
    await app.call(
      mappingContract.updateMappingConfig,
      { params: { id: harmless.id }, body: { name: "Wird schlimm", entries, version: 1 } },
      clerk,
    );
    expect(await ranExport(app, admin, target.id)).toMatchObject({ state: "FAILED", can: [] });
  });

  test("of an import, and one in use, are none to take or to delete", async () => {
    const { body } = await app.call(
      mappingContract.createMappingConfig,
      { body: { name: "Import", isExport: false, entries: [] } },
      admin,
    );
    expect(
      (
        await app.call(
          exportContract.createExportTarget,
          { body: { name: "B", format: "CSV", mappingConfigId: body.id } },
          admin,
        )
      ).status,
    ).toBe(422);
    const { body: used } = await mapping(
      [{ sourceField: "lastname", targetField: "x" }],
      "In Gebrauch",
    );
    await anExportTarget(app, admin, { mappingConfigId: used.id });
    expect(
      (await app.call(mappingContract.deleteMappingConfig, { params: { id: used.id } }, admin))
        .status,
    ).toBe(409);
  });
});
