import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importContract } from "../../../import-contract.ts";
import { clubForImports, type ImportClub } from "../testing.ts";

let club: ImportClub;
beforeAll(async () => {
  club = await clubForImports();
});
afterAll(() => club?.app.close());

const HEAD = "Mitgliedsnummer;Nachname;Vorname;Geburtsdatum";
const file = (...lines: string[]) => [HEAD, ...lines].join("\n");

describe("the rows of a run", () => {
  const shown = async (id: string, query: object) => {
    const { body } = await club.app.call(
      importContract.listImportRows,
      { params: { id }, query },
      club.admin,
    );
    return [body.totalElements, ...body.content.map(({ name }) => name)];
  };

  test("are found by part of the name or of the member number, as they are written", async () => {
    const run = await club.preview(
      await club.source({ strict: true }),
      file(
        "8101;Öz;Ümit;01.01.1990",
        "8102;Groß_Klein;Ina;02.01.1990",
        "8203;Großmann;Ole;03.01.1990",
        "8204;100%;Pia;gestern",
      ),
    );
    expect(await shown(run.id, { q: "groß" })).toEqual([2, "Ina Groß_Klein", "Ole Großmann"]);
    // Signs that mean something to the database are only signs.
    expect(await shown(run.id, { q: "_" })).toEqual([1, "Ina Groß_Klein"]);
    expect(await shown(run.id, { q: "%" })).toEqual([1, "Pia 100%"]);
    expect(await shown(run.id, { q: "810" })).toEqual([2, "Ümit Öz", "Ina Groß_Klein"]);
    expect(await shown(run.id, { q: "gibt es nicht" })).toEqual([0]);
    expect(await shown(run.id, { kind: "FAULTY" })).toEqual([1, "Pia 100%"]);
    expect(await shown(run.id, { kind: "NEW", q: "8203" })).toEqual([1, "Ole Großmann"]);
    expect(await shown(run.id, { dir: "DESC", size: 2 })).toEqual([4, "Pia 100%", "Ole Großmann"]);
    expect(await shown(run.id, { size: 2, page: 1 })).toEqual([4, "Ole Großmann", "Pia 100%"]);
    expect(await shown(run.id, { size: 2, page: 7 })).toEqual([4]);
  });

  test("keep what was decided when the file is read anew", async () => {
    const run = await club.preview(
      await club.source(),
      file("8301;Anders;Jan;01.01.1990", "8302;Bleibt;Ute;02.01.1990"),
    );
    const decisions = [1, 2].map((number) => ({ number, action: "SKIP" as const }));
    const params = { params: { id: run.id } };
    await club.app.call(
      importContract.decideImportRows,
      { ...params, body: { decisions } },
      club.admin,
    );
    const body = { onNew: "CREATE" as const };
    const changed = await club.app.call(
      importContract.changeImportSettings,
      { ...params, body },
      club.admin,
    );
    expect(changed.status).toBe(202);
    await club.app.runJobs();
    const rows = await club.rows(run.id);
    expect(rows.map(({ name, decision }) => [name, decision?.action])).toEqual([
      ["Jan Anders", "SKIP"],
      ["Ute Bleibt", "SKIP"],
    ]);
    expect(await club.apply(run.id)).toMatchObject({ applied: { created: 0 } });
  });

  test("of another club are not there", async () => {
    const run = await club.preview(await club.source(), file("8401;Fern;Eva;01.01.1990"));
    const beta = await club.app.user(await club.app.tenant("beta"), { isAdmin: true });
    const params = { params: { id: run.id } };
    const list = await club.app.call(importContract.listImportRows, { ...params, query: {} }, beta);
    expect(list.status).toBe(404);
    expect((await club.app.call(importContract.applyImport, params, beta)).status).toBe(404);
    expect((await club.app.call(importContract.getFaultyRows, params, beta)).status).toBe(404);
  });
});

describe("runs", () => {
  const listed = async (query: object) => {
    const { body } = await club.app.call(importContract.searchImportRuns, { query }, club.admin);
    return { ids: body.content.map(({ id }) => id), total: body.totalElements };
  };

  test("are listed the latest first, of a source and of a state", async () => {
    const source = await club.source();
    const first = await club.preview(source, file("8501;Eins;Eva;01.01.1990"));
    const second = await club.preview(source, file("8502;Zwei;Eva;01.01.1990"));
    const third = await club.preview(source, file("8503;Drei;Eva;01.01.1990"));
    await club.apply(second.id);
    const all = [third.id, second.id, first.id];
    expect(await listed({ source })).toEqual({ ids: all, total: 3 });
    expect((await listed({ source, dir: "ASC" })).ids).toEqual(all.toReversed());
    expect(await listed({ source, state: "APPLIED" })).toEqual({ ids: [second.id], total: 1 });
    expect(await listed({ source, size: 2, page: 1 })).toEqual({ ids: [first.id], total: 3 });
    expect((await listed({ state: "PREVIEW", size: 200 })).ids).toContain(first.id);
    expect(await listed({ source: crypto.randomUUID() })).toEqual({ ids: [], total: 0 });
  });

  test("that nobody took over can be deleted, those that wrote stay as proof", async () => {
    const source = await club.source();
    const preview = await club.preview(source, file("8601;Weg;Eva;01.01.1990"));
    const applied = await club.preview(source, file("8602;Da;Eva;01.01.1990"));
    await club.apply(applied.id);
    const remove = async (id: string) =>
      (await club.app.call(importContract.deleteImportRun, { params: { id } }, club.admin)).status;
    expect(await remove(preview.id)).toBe(204);
    expect(await remove(preview.id)).toBe(404);
    expect(await remove(applied.id)).toBe(409);
    expect((await listed({ source })).ids).toEqual([applied.id]);
  });
});

describe("sources", () => {
  const search = async (query: object) =>
    (await club.app.call(importContract.searchImportSources, { query }, club.admin)).body;

  test("are found by part of the name, each with its latest run", async () => {
    const office = await club.source({ name: "Verwaltung 50%" });
    await club.source({ name: "Verband_Süd" });
    await club.preview(office, file("8701;Alt;Eva;01.01.1990"));
    const latest = await club.preview(office, file("8702;Neu;Eva;01.01.1990"));
    const found = await search({ q: "VER" });
    expect(found.content.map(({ name }) => name)).toEqual(["Verband_Süd", "Verwaltung 50%"]);
    expect(found.content.map(({ lastRun }) => lastRun?.id)).toEqual([undefined, latest.id]);
    expect((await search({ q: "50%" })).content.map(({ id }) => id)).toEqual([office]);
    expect((await search({ q: "d_s" })).totalElements).toBe(1);
    const page = await search({ q: "ver", dir: "DESC", size: 1, page: 1 });
    expect(page).toMatchObject({ totalElements: 2, content: [{ name: "Verband_Süd" }] });
  });
});
