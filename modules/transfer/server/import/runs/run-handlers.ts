import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { StoredBlob } from "#platform/server/blobs/blobs.ts";
import { toPage } from "#platform/contract/paging.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { fingerprintOf } from "#platform/server/http/fingerprint.ts";
import type { Call, Handlers } from "#platform/server/http/implement.ts";
import { requirePermission, type Principal } from "#platform/server/http/principal.ts";
import { groupActor, seesProtectedFields } from "#modules/members/server/public.ts";
import type { Services } from "#platform/server/services.ts";
import {
  importContract,
  importSourceCreate,
  type ImportRow,
  type ImportRun,
  MAX_IMPORT_FILE_BYTES,
} from "../../../import-contract.ts";
import { comparisonSetting } from "../compare/compare.ts";
import { decideRows } from "../compare/decide.ts";
import { faultyRowsFile } from "./faulty-file.ts";
import { givenFileName } from "../sources/file-name.ts";
import { importGroups } from "../compare/groups-of-file.ts";
import { selectShownMembers } from "../matching/member-queries.ts";
import { seesComparison, toRow, toRun } from "./presenters.ts";
import type { RowRecord } from "../rows/row-record.ts";
import { selectFaultyRows, selectRows } from "../rows/row-queries.ts";
import { selectRuns } from "./run-queries.ts";
import { existingSource, quickSource, rulesOf } from "../sources/sources.ts";
import { changeSettings, deleteRun, startRun } from "./start-run.ts";
import { existingRun } from "./existing-run.ts";
import { startReverting } from "./revert-run.ts";
import { startApplying } from "../apply/apply.ts";

type RunRoutes = Omit<
  Handlers<typeof importContract>,
  | "searchImportSources"
  | "createImportSource"
  | "getImportSource"
  | "updateImportSource"
  | "deleteImportSource"
>;

type Stored = Pick<Call<typeof importContract.startImport>, "stream" | "request" | "requireRoom">;

export function runHandlers(services: Services): RunRoutes {
  const { blobs } = services;
  /** The body as a stored file; null when it is empty. */
  async function storedFile(call: Stored) {
    const { stream, request } = call;
    await call.requireRoom();
    const blob = await blobs.put(stream, { maxBytes: MAX_IMPORT_FILE_BYTES });
    return blob.size === 0 ? null : { blob, name: givenFileName(request.headers["x-file-name"]) };
  }

  return {
    async runImportSource(call) {
      const { params, principal, read, request } = call;
      await read((tx) => existingSource(tx, params.id));
      const file = await storedFile(call);
      return call.idempotent(fingerprintOf(request.url, contentOf(file)), async (tx) => {
        const source = await existingSource(tx, params.id);
        if (file === null && source.kind === "FILE") throw noFile();
        return shown(
          tx,
          await startRun(tx, source, file, { actor: actorOf(principal) }),
          principal,
        );
      });
    },
    async startImport(call) {
      const { principal, request } = call;
      const file = await storedFile(call);
      if (file === null) throw noFile();
      return call.idempotent(fingerprintOf(request.url, contentOf(file)), async (tx) => {
        const defaults = rulesOf(importSourceCreate.parse({ name: "Datei" }));
        const source = await quickSource(tx, principal, defaults);
        return shown(
          tx,
          await startRun(tx, source, file, { actor: actorOf(principal) }),
          principal,
        );
      });
    },
    async searchImportRuns({ query, principal, read }) {
      const { records, total } = await read((tx) => selectRuns(tx, query));
      return toPage(
        records.map((record) => toRun(record, principal)),
        total,
        query,
      );
    },
    async getImportRun({ params, principal, read }) {
      return read((tx) => shown(tx, params.id, principal));
    },
    async listImportRows({ params, query, principal, read }) {
      return read(async (tx) => {
        const run = await existingRun(tx, params.id);
        // While a file is read its rows are unfinished, perhaps those of an earlier reading.
        if (run.state === "PARSING" || !seesComparison(principal))
          return toPage<ImportRow>([], 0, query);
        const { records, total } = await selectRows(tx, run.id, {
          ...query,
          seesProtected: seesProtectedFields(principal),
        });
        const setting = await comparisonSetting(tx, run, groupActor(principal, services));
        const members = await selectShownMembers(tx, membersOf(records));
        return toPage(
          records.map((record) => toRow(record, members, setting, principal)),
          total,
          query,
        );
      });
    },
    async listImportGroups({ params, principal, read }) {
      return read(async (tx) => {
        const run = await existingRun(tx, params.id);
        if (!seesComparison(principal)) return [];
        return importGroups(
          tx,
          run.id,
          (await comparisonSetting(tx, run, groupActor(principal, services))).groups,
        );
      });
    },
    async changeImportSettings({ params, body, principal, write }) {
      requireComparison(principal);
      return write(async (tx) => {
        await changeSettings(tx, params.id, body);
        return shown(tx, params.id, principal);
      });
    },
    async decideImportRows({ params, body, principal, write }) {
      requireComparison(principal);
      return write(async (tx) => {
        await decideRows(tx, params.id, body.decisions, groupActor(principal, services));
        return shown(tx, params.id, principal);
      });
    },
    async applyImport({ params, principal, write }) {
      requirePermission(principal, "MANAGE_USER");
      return write(async (tx) => {
        await startApplying(tx, params.id, actorOf(principal));
        return shown(tx, params.id, principal);
      });
    },
    async revertImport({ params, principal, write }) {
      requirePermission(principal, "MANAGE_USER");
      return write(async (tx) => {
        await startReverting(tx, params.id, actorOf(principal));
        return shown(tx, params.id, principal);
      });
    },
    async deleteImportRun({ params, write }) {
      await write((tx) => deleteRun(tx, params.id));
    },
    async getFaultyRows({ params, principal, read }) {
      const [run, faulty] = await read(
        async (tx) =>
          [await existingRun(tx, params.id), await selectFaultyRows(tx, params.id)] as const,
      );
      if (faulty.size === 0 || !seesComparison(principal)) throw notFound();
      return faultyRowsFile(blobs, run, faulty);
    },
  };
}

function requireComparison(principal: Principal): void {
  if (!seesComparison(principal))
    throw new AppError("FORBIDDEN", {
      detail:
        "Die Vorschau vergleicht mit den Mitgliedern. Dazu brauchen Sie das Recht, Mitglieder zu sehen.",
    });
}

function actorOf({ userId, name }: Principal): { id: string; name: string } {
  return { id: userId, name };
}

async function shown(tx: ReadTx, id: string, reader: Principal): Promise<ImportRun> {
  return toRun(await existingRun(tx, id), reader);
}

function membersOf(records: readonly RowRecord[]): string[] {
  return records.flatMap(({ member_id: member, candidates }) => [
    ...(member === null ? [] : [member]),
    ...candidates.map(({ id }) => id),
  ]);
}

function contentOf(file: { blob: StoredBlob; name: string | null } | null): string {
  return file === null ? "" : `${file.blob.sha256} ${file.name ?? ""}`;
}

function noFile(): AppError {
  return new AppError("UNPROCESSABLE", {
    code: "FILE_MISSING",
    detail: "Bitte eine Datei auswählen.",
  });
}
