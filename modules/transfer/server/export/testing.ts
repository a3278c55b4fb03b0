import { expect } from "vitest";
import type { TestApp, TestUser } from "#apps/server/testing.ts";
import { type ExportRun, exportContract, type ExportTarget } from "../../export-contract.ts";
import type { z } from "zod";
import type { exportTargetCreate } from "../../export-contract.ts";

type Wish = Partial<z.input<typeof exportTargetCreate>>;

let number = 0;

/** An export target of its own name. */
export async function anExportTarget(
  app: TestApp,
  as: TestUser,
  wish: Wish = {},
): Promise<ExportTarget> {
  const { status, body } = await app.call(
    exportContract.createExportTarget,
    { body: { name: `Ziel ${(number += 1)}`, format: "CSV", ...wish } },
    as,
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Runs a target to its end. */
export async function ranExport(app: TestApp, as: TestUser, targetId: string): Promise<ExportRun> {
  const started = await app.call(exportContract.runExportTarget, { params: { id: targetId } }, as);
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  await app.runJobs();
  return (await app.call(exportContract.getExportRun, { params: { id: started.body.id } }, as))
    .body;
}

/** The bytes of a run's file. */
export async function exportedFile(app: TestApp, as: TestUser, runId: string): Promise<Buffer> {
  const { status, bytes } = await app.call(
    exportContract.getExportFile,
    { params: { id: runId } },
    as,
  );
  expect(status).toBe(200);
  return bytes;
}

/** What a new target with this wish writes, as text in UTF-8. */
export async function exportedText(app: TestApp, as: TestUser, wish: Wish = {}): Promise<string> {
  const target = await anExportTarget(app, as, wish);
  const run = await ranExport(app, as, target.id);
  expect(run.error).toBeNull();
  return (await exportedFile(app, as, run.id)).toString("utf8");
}
