import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usersContract } from "#modules/members/contract.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { importContract } from "../../import-contract.ts";
import { cleanUpImports } from "./cleanup.ts";
import { clubForImports, type ImportClub } from "./testing.ts";

let club: ImportClub;
beforeAll(async () => {
  club = await clubForImports();
});
afterAll(() => club?.app.close());

/** As the owner of the tables: turns clocks back and looks behind the application. */
async function asOwner(
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  return withClient(club.app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [club.tenant.id]);
    return (await client.query<Record<string, unknown>>(statement, values)).rows;
  });
}

const cleanUp = () => club.app.runScheduled(cleanUpImports);

const rowsLeft = async (run: string) =>
  (await asOwner("SELECT count(*)::int AS n FROM import_row WHERE run_id = $1", [run]))[0]?.["n"];
const FILE =
  "Mitgliedsnummer;Vorname;Nachname;Geburtsdatum\r\n901;Eva;Müller;31.02.1990\r\n902;Jörg;Weiß;01.01.1990\r\n";

test("files and rows go after 90 days, runs and counts stay, and a preview nobody took over is over", async () => {
  const { source, preview, apply, getRun, app, admin } = club;
  const id = await source({ strict: true });
  const applied = await apply((await preview(id, FILE)).id);
  const waiting = await preview(id, FILE.replace("902", "903"));
  const fresh = await preview(id, FILE);
  await asOwner(
    `UPDATE import_run SET started_at = now() - interval '91 days', finished_at = now() - interval '91 days',
      applied_at = CASE WHEN applied_at IS NULL THEN NULL ELSE now() - interval '91 days' END WHERE id = ANY($1)`,
    [[applied.id, waiting.id]],
  );
  await cleanUp();
  expect(await getRun(applied.id)).toMatchObject({
    state: "APPLIED",
    kept: false,
    counts: { new: 1, faulty: 1 },
    applied: { created: 1 },
    fileName: "Mitglieder.csv",
  });
  expect(await getRun(waiting.id)).toMatchObject({
    state: "FAILED",
    kept: false,
    error: "Die Vorschau wurde nicht übernommen und ist abgelaufen.",
  });
  expect(await getRun(fresh.id)).toMatchObject({ state: "PREVIEW", kept: true });
  expect([
    await rowsLeft(applied.id),
    await rowsLeft(waiting.id),
    await rowsLeft(fresh.id),
  ]).toEqual([0, 0, 2]);
  expect(
    (await app.call(importContract.getFaultyRows, { params: { id: applied.id } }, admin)).status,
  ).toBe(404);
  expect(
    (await app.call(importContract.getFaultyRows, { params: { id: fresh.id } }, admin)).status,
  ).toBe(200);
  expect(
    (
      await app.call(
        importContract.changeImportSettings,
        { params: { id: waiting.id }, body: {} },
        admin,
      )
    ).status,
  ).toBe(409);
  expect(
    await asOwner("SELECT id FROM import_run WHERE blob_key IS NOT NULL AND id = ANY($1)", [
      [applied.id, waiting.id],
    ]),
  ).toEqual([]);
});

test("somebody's personal file shows the rows that they came with; once they are forgotten no row, file or name is left", async () => {
  const { source, preview, apply, revert, getRun, app, admin } = club;
  const id = await source();
  const file =
    "Mitgliedsnummer;Vorname;Nachname;Geburtsdatum;Notizen;Schuhgröße\r\n952;Otto;Bleibt;01.01.1990;;46\r\n951;Vera;Vergessen;03.04.1970;mag Tee;38½\r\n";
  const run = await apply((await preview(id, file)).id);
  const vera =
    (await app.call(usersContract.searchUsers, { query: { q: "Vergessen" } }, admin)).body
      .content[0]?.id ?? "";
  // A second file in which it is not certain that she is meant, and a third one that was taken back
  // with her spared.
  const unsure = await preview(await source(), "Vorname;Nachname;Ort\r\nVera;Vergessen;Ulm\r\n");
  expect(unsure.counts).toMatchObject({ ambiguous: 1 });
  const changed = await apply((await preview(id, file.replace("mag Tee", "mag Kaffee"))).id);
  const now = (await app.call(usersContract.getUser, { params: { id: vera } }, admin)).body;
  const { memberNumber, firstname, lastname, birthday, version } = now;
  await app.call(
    usersContract.updateUser,
    {
      params: { id: vera },
      body: { memberNumber, firstname, lastname, birthday, version, notes: "mag nichts" },
    },
    admin,
  );
  expect((await revert(changed.id)).reverted?.spared).toHaveLength(1);

  const told = await app.call(usersContract.exportUserData, { params: { id: vera } }, admin);
  const held = Object.entries(unzipSync(new Uint8Array(told.bytes)))
    .filter(([name]) => name.endsWith(".json"))
    .map(([, bytes]) => strFromU8(bytes))
    .join("\n");
  expect(held).toContain("mag Tee");
  expect(held).toContain("mag Kaffee");
  // Also what stands beside it in the kept file and nobody took over.
  expect(held).toMatch(/"Schuhgröße":\s*"38½"/);
  expect(held).toContain("Ulm");
  expect(held).not.toContain("Otto");

  await app.call(usersContract.deleteUser, { params: { id: vera } }, admin);
  expect(
    (await app.call(usersContract.anonymiseUser, { params: { id: vera } }, admin)).status,
  ).toBe(204);
  for (const table of ["import_row", "import_run", "import_source_member"])
    expect([
      table,
      await asOwner(
        `SELECT t::text AS row FROM ${table} t WHERE t::text ~ ('Vergessen|Vera|mag Tee|mag Kaffee|' || $1::text)`,
        [vera],
      ),
    ]).toEqual([table, []]);
  for (const { id: known } of [run, unsure, changed])
    expect(await getRun(known)).toMatchObject({ kept: false });
  expect(await asOwner("SELECT number FROM import_row WHERE run_id = $1", [run.id])).toHaveLength(
    1,
  );
});
