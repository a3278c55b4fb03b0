import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { importContract } from "../../import-contract.ts";
import { clubForImports, type ImportClub } from "./testing.ts";

let club: ImportClub;
beforeAll(async () => {
  club = await clubForImports();
});
afterAll(() => club?.app.close());

const table = (head: string, ...lines: string[]) => [head, ...lines].join("\n");
const NAMES = "Mitgliedsnummer;Nachname;Vorname;Geburtsdatum";

/** Rows in which only a group is still to be decided about. */
async function undecidedRows(id: string) {
  const query = { undecided: "true", size: 50 } as const;
  const { body } = await club.app.call(
    importContract.listImportRows,
    { params: { id }, query },
    club.admin,
  );
  return body.content;
}

test("rows of unknown groups wait, no fault of theirs, until the user says what they mean; two teams of one name are told apart by their division", async () => {
  const { source, preview, rows, apply, group, app, admin, members } = club;
  const turnen = await group("Turnen");
  await group("Jugend", turnen);
  await group("Jugend", await group("Tennis"));
  const id = await source();
  const run = await preview(
    id,
    table(
      `${NAMES};Abteilung`,
      "701;Groß;Ina;01.01.1990;Jugend, Tennis",
      "702;Klein;Ole;01.01.1991;Schach",
      "703;Lang;Pia;01.01.1992;Jugend",
    ),
  );
  expect(run.counts).toMatchObject({ new: 1, faulty: 0, undecided: 2 });
  expect(await rows(run.id, "FAULTY")).toEqual([]);
  expect((await undecidedRows(run.id)).map(({ problems }) => problems[0]?.message)).toEqual([
    "Die Gruppe „Schach“ gibt es nicht.",
    "Die Gruppe „Jugend“ gibt es mehrmals: Tennis->Jugend, Turnen->Jugend.",
  ]);
  const groups = await app.call(importContract.listImportGroups, { params: { id: run.id } }, admin);
  expect(groups.body.map(({ name, problem }) => [name, problem === null])).toContainEqual([
    "Schach",
    false,
  ]);
  const body = {
    groupDecisions: [
      { name: "Schach", action: "CREATE" as const, parent: "Denksport" },
      { name: "Jugend", action: "USE" as const, groupId: turnen },
    ],
  };
  expect(
    (await app.call(importContract.changeImportSettings, { params: { id: run.id }, body }, admin))
      .status,
  ).toBe(202);
  await app.runJobs();
  expect((await club.getRun(run.id)).counts).toMatchObject({ new: 3, faulty: 0, undecided: 0 });
  expect(await apply(run.id)).toMatchObject({
    state: "APPLIED",
    applied: { created: 3, groups: 2, memberships: 4 },
  });
  expect(await undecidedRows(run.id)).toEqual([]);
  const ole = (await members()).find(({ memberNumber }) => memberNumber === "702");
  expect(ole?.groups).toMatchObject([{ name: "Schach", groupName: "Denksport" }]);
});

test("a row that is wrong besides is faulty, and both kinds can be downloaded and stay outside", async () => {
  const { source, preview, rows, apply, app, admin } = club;
  const run = await preview(
    await source({ strict: true }),
    table(
      `${NAMES};Abteilung`,
      "711;Groß;Ada;31.02.1990;Bogen",
      "712;Klein;Udo;01.01.1991;Bogen",
      "713;Lang;Eva;01.01.1992;",
    ),
  );
  expect(run.counts).toMatchObject({ new: 1, faulty: 1, undecided: 1 });
  const [faulty] = await rows(run.id, "FAULTY");
  expect(faulty?.problems.map(({ message }) => message)).toEqual([
    "„31.02.1990“ ist kein Datum: Diesen Tag gibt es nicht.",
    "Die Gruppe „Bogen“ gibt es nicht.",
  ]);
  expect((await undecidedRows(run.id)).map(({ name }) => name)).toEqual(["Udo Klein"]);
  const file = await app.call(importContract.getFaultyRows, { params: { id: run.id } }, admin);
  expect(file.status).toBe(200);
  expect(await apply(run.id)).toMatchObject({
    applied: { created: 1, skipped: 2 },
    counts: { faulty: 1, undecided: 1 },
  });
});

test("ambiguous rows wait for a decision: a member, somebody new, or nobody", async () => {
  const { source, preview, rows, apply, app, admin, members } = club;
  const create = async (firstname: string, lastname: string, birthday: string) =>
    (await app.call(usersContract.createUser, { body: { firstname, lastname, birthday } }, admin))
      .body.id;
  const [eva, jan] = [
    await create("Eva", "Maier", "1980-05-05"),
    await create("Jan", "Schulz", "1981-06-06"),
  ];
  const id = await source({ matchKeys: ["MEMBER_NUMBER", "NAME_BIRTHDAY", "EMAIL"] });
  const run = await preview(
    id,
    table(
      `${NAMES};Ort`,
      "7101;Meyer;Eva;05.05.1980;Ulm",
      "7102;Schulz;Jan;06.06.1981;Ulm",
      "7103;Jan;Schulz;06.06.1981;Ulm",
      "7104;Sommer;Ida;07.07.1982;Ulm",
    ),
  );
  expect(run.counts).toMatchObject({ ambiguous: 3, new: 1 });
  const asked = await rows(run.id, "AMBIGUOUS");
  expect(asked.map(({ candidates }) => candidates.map(({ user }) => user.id))).toEqual([
    [eva],
    [jan],
    [jan],
  ]);
  const decide = (
    decisions: { number: number; action: "MEMBER" | "NEW" | "SKIP" | null; userId?: string }[],
  ) =>
    app.call(
      importContract.decideImportRows,
      { params: { id: run.id }, body: { decisions } },
      admin,
    );
  expect(
    (await decide([{ number: 1, action: "MEMBER", userId: crypto.randomUUID() }])).status,
  ).toBe(422);
  expect((await decide([{ number: 4, action: "NEW" }])).status).toBe(422);
  const decided = await decide([
    { number: 1, action: "NEW" },
    { number: 2, action: "MEMBER", userId: jan },
    { number: 3, action: "SKIP" },
  ]);
  expect(decided.body.counts).toMatchObject({ new: 2, changed: 1, ambiguous: 0 });
  // Two rows for one member are never taken.
  const twice = await decide([{ number: 3, action: "MEMBER", userId: jan }]);
  expect(twice.body.counts).toMatchObject({ faulty: 1 });
  expect(await apply(run.id)).toMatchObject({ applied: { created: 2, updated: 1 } });
  const found = (await members())
    .filter(({ city }) => city === "Ulm")
    .map(({ memberNumber }) => memberNumber);
  expect(found.toSorted()).toEqual(["7101", "7102", "7104"]);
});

test("a blank cell keeps, the clear word empties, and what the file doesn't speak of stays", async () => {
  const { source, preview, apply, rows, app, admin } = club;
  const body = {
    memberNumber: "7201",
    firstname: "Uwe",
    lastname: "Berg",
    phone: "0221 4710206",
    city: "Ulm",
    email: "uwe@example.org",
    notes: "bleibt",
  };
  const { id: userId } = (await app.call(usersContract.createUser, { body }, admin)).body;
  const { id: groupId } = (
    await app.call(groupsContract.createGroup, { body: { name: "Vorstand 72" } }, admin)
  ).body;
  await app.call(
    groupsContract.putGroupMember,
    {
      params: { id: groupId, userId },
      body: { function: "Kassenwart", leader: true, from: "2020-01-01" },
    },
    admin,
  );
  const id = await source({ clearWord: "leer" });
  const run = await preview(
    id,
    table("Mitgliedsnummer;Telefon;Ort;E-Mail;Abteilung", "7201;leer;;uwe@example.org;Vorstand 72"),
  );
  expect(run.counts).toMatchObject({ changed: 1 });
  expect((await rows(run.id, "CHANGED"))[0]?.fields).toEqual([
    { field: "phone", label: "Telefon", oldValue: "0221 4710206", newValue: null, masked: false },
  ]);
  await apply(run.id);
  const after = (await app.call(usersContract.getUser, { params: { id: userId } }, admin)).body;
  expect(after).toMatchObject({
    phone: null,
    city: "Ulm",
    email: "uwe@example.org",
    notes: "bleibt",
  });
  expect(after.groups).toMatchObject([
    { function: "Kassenwart", leader: true, from: "2020-01-01" },
  ]);
});

test("nobody imports beyond their own rights", async () => {
  const { source, preview, rows, apply, app, admin, tenant } = club;
  const boss = await app.user(tenant, {
    isAdmin: true,
    firstname: "Berta",
    lastname: "Chefin",
    email: "berta@example.org",
  });
  const { memberNumber } = (
    await app.call(usersContract.getUser, { params: { id: boss.id } }, admin)
  ).body;
  await app.call(
    groupsContract.createGroup,
    { body: { name: "Vorstand 73", permissions: ["MANAGE_TENANT"] } },
    admin,
  );
  const reader = await app.user(tenant, { permissions: ["MANAGE_IMPORTS"] });
  const office = await app.user(tenant, {
    permissions: ["MANAGE_IMPORTS", "QUERY_USER", "MANAGE_USER", "MANAGE_GROUP", "QUERY_GROUP"],
  });
  const id = await source({}, office);
  const file = table(
    `${NAMES};E-Mail;Abteilung`,
    `${memberNumber};Chefin;Berta;;falle@example.org;`,
    "7301;Neu;Olaf;01.01.1990;;Vorstand 73",
    "7302;Neu;Otto;01.01.1990;;",
  );
  const run = await preview(id, file, office);
  expect(run.counts).toMatchObject({ new: 1, faulty: 2 });
  expect((await rows(run.id, "FAULTY")).map(({ problems }) => problems[0]?.message)).toEqual([
    "Diese Person hat mehr Rechte als Sie. E-Mail und Austritt kann nur jemand mit denselben Rechten ändern.",
    "In die Gruppe „Vorstand 73“ dürfen Sie niemanden aufnehmen.",
  ]);
  expect(
    (await app.call(importContract.applyImport, { params: { id: run.id } }, reader)).status,
  ).toBe(403);
  expect(await rows(run.id, "FAULTY", reader)).toEqual([]);
  // The administrator's preview would allow it; whoever applies needs the rights too.
  const bold = await preview(id, file, admin);
  expect(bold.counts).toMatchObject({ new: 2, changed: 1 });
  expect(await apply(bold.id, office)).toMatchObject({ state: "PREVIEW", applied: null });
  expect((await club.getRun(bold.id)).error).toContain("Rechte");
  expect(
    (await app.call(usersContract.getUser, { params: { id: boss.id } }, admin)).body.email,
  ).toBe("berta@example.org");
});

test("a change in between makes the preview stale; of two imports at once the second sees the first", async () => {
  const { source, preview, apply, app, admin } = club;
  const { id: userId } = (
    await app.call(
      usersContract.createUser,
      { body: { memberNumber: "7401", firstname: "Ute", lastname: "Wald", city: "Ulm" } },
      admin,
    )
  ).body;
  const id = await source();
  const file = table(
    "Mitgliedsnummer;Nachname;Vorname;Ort",
    "7401;Wald;Ute;Bonn",
    "7402;Feld;Kai;Bonn",
  );
  const [first, second] = [await preview(id, file), await preview(id, file)];
  const start = (runId: string) =>
    app.call(importContract.applyImport, { params: { id: runId } }, admin);
  expect([
    (await start(first.id)).status,
    (await start(second.id)).status,
    (await start(first.id)).status,
  ]).toEqual([202, 202, 409]);
  await app.runJobs();
  const states = [await club.getRun(first.id), await club.getRun(second.id)].toSorted((a, b) =>
    a.state < b.state ? -1 : 1,
  );
  expect(states.map(({ state }) => state)).toEqual(["APPLIED", "PREVIEW"]);
  expect(states[1]).toMatchObject({
    counts: { same: 2, new: 0, changed: 0 },
    error: expect.stringContaining("Seit der Vorschau"),
  });

  const third = await preview(id, table("Mitgliedsnummer;Ort", "7401;Kiel"));
  const user = (await app.call(usersContract.getUser, { params: { id: userId } }, admin)).body;
  await app.call(
    usersContract.updateUser,
    {
      params: { id: userId },
      body: {
        memberNumber: "7401",
        firstname: "Ute",
        lastname: "Wald",
        city: "Hamm",
        version: user.version,
      },
    },
    admin,
  );
  const stale = await apply(third.id);
  expect(stale).toMatchObject({ state: "PREVIEW", counts: { changed: 1 } });
  expect(await apply(third.id)).toMatchObject({ state: "APPLIED", error: null });

  // Undo leaves what somebody changed afterwards, and says so.
  const now = (await app.call(usersContract.getUser, { params: { id: userId } }, admin)).body;
  await app.call(
    usersContract.updateUser,
    {
      params: { id: userId },
      body: {
        memberNumber: "7401",
        firstname: "Ute",
        lastname: "Wald",
        city: "Trier",
        version: now.version,
      },
    },
    admin,
  );
  const undone = await club.revert(third.id);
  expect(undone.reverted).toMatchObject({
    sparedCount: 1,
    spared: [{ recordId: userId, fields: [{ field: "city", imported: "Kiel", current: "Trier" }] }],
  });
});

test("what taking back left is shown with the values that the reader may see, on the page and in the list", async () => {
  const { source, preview, apply, app, admin, tenant } = club;
  const [before, imported, now] = [
    "DE60000000000000007716",
    "DE33000000000000007717",
    "DE06000000000000007718",
  ];
  const body = {
    memberNumber: "7501",
    firstname: "Ina",
    lastname: "Bank",
    iban: before,
    city: "Ulm",
  };
  const { id: userId } = (await app.call(usersContract.createUser, { body }, admin)).body;
  const run = await preview(
    await source(),
    table("Mitgliedsnummer;IBAN;Ort", `7501;${imported};Bonn`),
  );
  expect(run.counts).toMatchObject({ changed: 1, faulty: 0 });
  await apply(run.id);
  const { version } = (await app.call(usersContract.getUser, { params: { id: userId } }, admin))
    .body;
  await app.call(
    usersContract.updateUser,
    { params: { id: userId }, body: { ...body, iban: now, city: "Trier", version } },
    admin,
  );
  expect((await club.revert(run.id)).reverted?.sparedCount).toBe(1);

  const shown = async (permissions: ("MANAGE_IMPORTS" | "QUERY_USER" | "MANAGE_USER")[]) => {
    const reader = await app.user(tenant, { permissions });
    const list = (
      await app.call(importContract.searchImportRuns, { query: { size: 100 } }, reader)
    ).body.content.find(({ id }) => id === run.id);
    const page = await club.getRun(run.id, reader);
    expect(list?.reverted).toEqual(page.reverted);
    const [left] = page.reverted?.spared ?? [];
    return [
      left?.recordName,
      ...(left?.fields ?? []).map(({ field, imported: was, current, masked }) => [
        field,
        was,
        current,
        masked,
      ]),
    ];
  };
  expect(await shown(["MANAGE_IMPORTS", "QUERY_USER", "MANAGE_USER"])).toEqual([
    "Ina Bank",
    ["city", "Bonn", "Trier", false],
    ["iban", imported, now, false],
  ]);
  expect(await shown(["MANAGE_IMPORTS", "QUERY_USER"])).toEqual([
    "Ina Bank",
    ["city", "Bonn", "Trier", false],
    ["iban", null, null, true],
  ]);
  expect(await shown(["MANAGE_IMPORTS"])).toEqual([
    "",
    ["city", null, null, true],
    ["iban", null, null, true],
  ]);
});

test("an address is called behind the guard only, and its secret headers are never answered", async () => {
  const { source, app, admin } = club;
  const server = createServer((_request, response) => response.end("geheim"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const refused = (url: string) =>
      app.call(
        importContract.createImportSource,
        { body: { name: url, kind: "URL", url, allowHttp: true } },
        admin,
      );
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `http://2130706433:${port}/`,
      "http://[::1]/",
      "http://localhost/x",
      "ftp://example.org/x",
      "https://a:b@example.org/",
    ])
      expect(`${url} ${(await refused(url)).status}`).toBe(`${url} 422`);
    const id = await source({
      kind: "URL",
      url: `http://127.0.0.1.nip.invalid:${port}/liste.csv`,
      allowHttp: true,
      headers: { Authorization: "Bearer streng" },
    });
    const read = await app.call(importContract.getImportSource, { params: { id } }, admin);
    expect(read.body.headerNames).toEqual(["Authorization"]);
    expect(JSON.stringify(read.body)).not.toContain("streng");
    const run = await app.call(
      importContract.runImportSource,
      { params: { id }, body: Buffer.alloc(0) },
      admin,
    );
    await app.runJobs();
    expect(await club.getRun(run.body.id)).toMatchObject({
      state: "FAILED",
      error: expect.stringMatching(
        /^(?:Den Server dieser Adresse gibt es nicht|Die Adresse hat nicht)/,
      ),
    });
  } finally {
    server.close();
  }
});

describe("a fault in a field that isn't needed", () => {
  const FAULTY =
    "Mitgliedsnummer;Vorname;Nachname;Geburtsdatum;E-Mail;Eintritt;Austritt\r\n" +
    "771;Eva;Müller;31.02.1990;eva@example.org;01.01.2000;\r\n" +
    "772;Jörg;Weiß;1975;joerg(at)example.org;01.07.1999;01.01.1990\r\n" +
    "773;;;01.01.1980;;01.01.2001;\r\n";

  test("takes the value away and not the row; the hint says it, and the list holds the row", async () => {
    const { source, preview, rows, app, admin } = club;
    const run = await preview(await source(), FAULTY);
    expect(run.counts).toMatchObject({ new: 2, faulty: 1 });
    const [eva, joerg] = await rows(run.id, "NEW");
    expect(eva?.fields.map(({ field }) => field)).not.toContain("birthday");
    expect(eva?.fields.map(({ field }) => field)).toContain("email");
    expect(eva?.hints).toEqual([
      {
        column: "Geburtsdatum",
        message:
          "„31.02.1990“ ist kein Datum: Diesen Tag gibt es nicht. Die Angabe wird weggelassen.",
      },
    ]);
    expect(joerg?.hints.map(({ column }) => column).toSorted()).toEqual([
      "Austritt",
      "E-Mail",
      "Geburtsdatum",
    ]);
    const list = await app.call(importContract.getFaultyRows, { params: { id: run.id } }, admin);
    expect(
      list.bytes
        .toString("utf8")
        .split("\r\n")
        .filter((line) => line !== ""),
    ).toHaveLength(4);
  });

  test("holds the row back where somebody says that the field is needed, or wants it strict", async () => {
    const { source, preview } = club;
    const needed = await preview(await source({ neededFields: ["birthday"] }), FAULTY);
    expect(needed.counts).toMatchObject({ new: 0, faulty: 3 });
    const email = await preview(await source({ neededFields: ["email"] }), FAULTY);
    expect(email.counts).toMatchObject({ new: 1, faulty: 2 });
    const strict = await preview(await source({ strict: true }), FAULTY);
    expect(strict.counts).toMatchObject({ new: 0, faulty: 3 });
  });

  test("changes nothing about the member who has a value already", async () => {
    const { source, preview, apply, rows } = club;
    const id = await source();
    await apply((await preview(id, FAULTY.replace("31.02.1990", "28.02.1990"))).id);
    const again = await preview(id, FAULTY);
    expect(again.counts).toMatchObject({ new: 0, changed: 0, same: 2 });
    expect((await rows(again.id, "SAME"))[0]?.hints).toHaveLength(1);
  });
});

test("words that say nothing are told of once, by their columns", async () => {
  const run = await club.preview(
    await club.source(),
    "Vorname;Nachname;Ort;Telefon\r\nIna;Nichts;-;k. A.\r\nUwe;Nichts;-;0351 4710206\r\n",
  );
  expect(run.counts).toMatchObject({ new: 2, faulty: 0 });
  expect(run.hints).toBe(0);
  expect(run.detected?.warnings).toEqual([
    "Gilt in der Spalte „Ort“ als leer: „-“ (2-mal).",
    "Gilt in der Spalte „Telefon“ als leer: „k. A.“ (1-mal).",
  ]);
});
