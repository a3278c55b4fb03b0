import { rm, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDemo } from "../demo/demo.ts";
import { testApp, type TestApp } from "../testing.ts";
import { allTenants } from "#modules/tenants/server/public.ts";
import { checkInstallation } from "#modules/backup/server/check/check.ts";
import { claimBlob } from "#platform/server/blobs/blob-queries.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { noise, rowsOf } from "./testing.ts";

let app: TestApp;
let ownerUrl: string;
let demoId: string;
const stored = async (bytes: number, ageMinutes = 0) => {
  const blob = await app.services.blobs.put(noise(bytes), { maxBytes: 1e6 });
  const time = new Date(Date.now() - ageMinutes * 60_000);
  await utimes(pathOf(blob.key), time, time);
  return blob;
};
const pathOf = (key: string) => join(app.services.environment.dataDir, "files", key);

async function faults(deep = false): Promise<string[]> {
  const found: string[] = [];
  const checked = await checkInstallation({
    ownerUrl,
    blobs: app.services.blobs,
    deep,
    found: (sentence) => found.push(sentence),
  });
  expect(checked.faults).toBe(found.length);
  expect(checked.tables).toBeGreaterThan(40);
  return found;
}

beforeAll(async () => {
  app = await testApp();
  await makeDemo(app.services);
  ownerUrl = app.services.environment.databaseUrl ?? "";
  demoId = (await allTenants(app.services.database))[0]?.id ?? "";
  // What is older than a day counts; the demo is younger.
  await rowsOf(ownerUrl, "UPDATE blob SET created_at = now() - interval '3 days'");
}, 60_000);
afterAll(() => app?.close());

test("finds nothing wrong with a club as people made it, deeply neither", async () => {
  expect(await faults()).toEqual([]);
  expect(await faults(true)).toEqual([]);
});

test("names files that are gone, that have another length, and deeply those of another content", async () => {
  const { services } = app;
  const [gone, short, other] = [await stored(100), await stored(200), await stored(300)];
  await services.database.write(demoId, systemActor(), async (tx) => {
    for (const blob of [gone, short, other]) await claimBlob(tx, blob);
  });
  await rm(pathOf(gone.key));
  await truncate(pathOf(short.key), 50);
  await writeFile(pathOf(other.key), Buffer.alloc(300));
  const light = [
    `demo: Die Datei ${gone.key} fehlt im Dateispeicher.`,
    `demo: Die Datei ${short.key} hat im Dateispeicher 50 statt 200 Bytes.`,
  ];
  expect((await faults()).toSorted()).toEqual(light.toSorted());
  expect((await faults(true)).toSorted()).toEqual(
    [
      ...light,
      `demo: Die Datei ${other.key} hat im Dateispeicher einen anderen Inhalt.`,
    ].toSorted(),
  );
  await rowsOf(ownerUrl, "UPDATE blob SET created_at = now() - interval '2 days' WHERE key = $1", [
    other.key,
  ]);
  expect(await faults()).toContainEqual(
    `demo: Die Datei ${other.key} wird von nichts mehr gebraucht und trotzdem behalten.`,
  );
  await rowsOf(ownerUrl, "DELETE FROM blob WHERE key = ANY($1)", [
    [gone.key, short.key, other.key],
  ]);
});

test("names files that no row names once the cleanup should have removed them", async () => {
  const [forgotten, fresh] = [await stored(10, 45), await stored(10, 10)];
  const found = await faults();
  expect(found).toEqual([
    `Im Dateispeicher liegt ${forgotten.key}, die zu keinem Verein gehört und nicht aufgeräumt wurde.`,
  ]);
  for (const { key } of [forgotten, fresh]) await app.services.blobs.delete(key);
});

test("names rows that refer to nothing, and tables whose protection is off", async () => {
  const [row] = await rowsOf<{ group_id: string; members: number }>(
    ownerUrl,
    "SELECT group_id, count(*)::int AS members FROM membership WHERE tenant_id = $1 GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
    [demoId],
  );
  const kept = await rowsOf<{ row: object }>(
    ownerUrl,
    'SELECT to_jsonb(g) AS row FROM "club_group" g WHERE tenant_id = $1 AND id = $2',
    [demoId, row?.group_id],
  );
  await withClient(ownerUrl, async (client) => {
    await client.query("SET session_replication_role = replica");
    await client.query('DELETE FROM "club_group" WHERE tenant_id = $1 AND id = $2', [
      demoId,
      row?.group_id,
    ]);
  });
  await rowsOf(ownerUrl, "ALTER TABLE member NO FORCE ROW LEVEL SECURITY");
  const found = await faults();
  expect(found).toContain(
    "Tabelle member: Zeilenschutz, Auslöser oder Bedingungen sind abgeschaltet.",
  );
  expect(
    found.filter((sentence) =>
      sentence.startsWith(
        `demo: ${row?.members} Zeilen in membership verweisen auf nichts in club_group`,
      ),
    ),
  ).toHaveLength(1);
  await rowsOf(ownerUrl, "ALTER TABLE member FORCE ROW LEVEL SECURITY");
  await withClient(ownerUrl, async (client) => {
    await client.query("SET session_replication_role = replica");
    await client.query(
      'INSERT INTO "club_group" SELECT * FROM jsonb_populate_record(NULL::"club_group", $1)',
      [JSON.stringify(kept[0]?.row)],
    );
  });
  expect(await faults()).toEqual([]);
});
