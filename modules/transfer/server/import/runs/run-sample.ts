import type { AppError } from "#platform/server/http/app-error.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import type { importSampleContract } from "../../../import-sample-contract.ts";
import { doubtedColumns, fieldsByModel } from "../../mapping/columns/model-question.ts";
import { clubFields } from "../../mapping/mappings.ts";
import { readSample } from "../../mapping/sample-handlers.ts";
import { existingRun, wrongState } from "./existing-run.ts";

const DAY_SECONDS = 86_400;
const NO_SERVICE = "Es ist kein KI-Dienst eingestellt.";
const NOTHING_DOUBTED = "Alle Spalten sind erkannt; es gibt nichts zu fragen.";
const ENOUGH_TODAY = "Für heute ist der KI-Dienst so oft gefragt, wie es der Verein darf.";
const NO_ANSWER =
  "Der KI-Dienst hat nicht oder nicht brauchbar geantwortet. Bitte ordnen Sie die Spalten selbst zu.";
const NO_IDEA = "Der KI-Dienst weiß zu diesen Spalten nichts.";

/** The first rows of the file that a run keeps, for the page on which its columns are assigned. */
export function importSampleHandlers({
  blobs,
  environment,
  rateLimits,
}: Services): Handlers<typeof importSampleContract> {
  return {
    async getImportSample({ params, read }) {
      const { run, fields } = await read(async (tx) => ({
        run: await existingRun(tx, params.id),
        fields: await clubFields(tx, false),
      }));
      if (run.blob_key === null) throw wrongState("Die Datei dieses Imports ist nicht mehr da.");
      return readSample(await blobs.get(run.blob_key), run.rules.options, async () => fields);
    },
    async getColumnService() {
      const { ai } = environment;
      return {
        service: ai === undefined ? null : new URL(ai.url).host,
        dailyLimit: ai?.dailyLimit ?? 0,
      };
    },
    async askColumnService({ params, read, tenant, signal, request }) {
      const { run, fields } = await read(async (tx) => ({
        run: await existingRun(tx, params.id),
        fields: await clubFields(tx, false),
      }));
      if (run.blob_key === null) throw wrongState("Die Datei dieses Imports ist nicht mehr da.");
      const service = environment.ai;
      if (service === undefined) return { columns: [], note: NO_SERVICE };
      const { columns, rows, suggestions } = await readSample(
        await blobs.get(run.blob_key),
        run.rules.options,
        async () => fields,
      );
      const doubted = doubtedColumns(
        suggestions,
        columns.map((_column, at) => rows.map(({ cells }) => String(cells[at] ?? ""))),
      );
      if (doubted.length === 0) return { columns: [], note: NOTHING_DOUBTED };
      if (!(await mayAsk(tenant.id, service.dailyLimit)))
        return { columns: [], note: ENOUGH_TODAY };
      try {
        const said = await fieldsByModel(
          service,
          doubted.map(({ asked }) => asked),
          fields,
          signal,
        );
        return {
          columns: [...said].map(([at, field]) => ({
            column: columns[doubted[at]?.at ?? -1] ?? "",
            field,
          })),
          note: said.size === 0 ? NO_IDEA : null,
        };
      } catch (error) {
        request.log.warn({ err: error }, "the AI service did not say what columns are");
        return { columns: [], note: NO_ANSWER };
      }
    },
  };

  async function mayAsk(tenantId: string, points: number): Promise<boolean> {
    if (points === 0) return false;
    return rateLimits.consume("column-model", tenantId, { points, seconds: DAY_SECONDS }).then(
      () => true,
      (error: AppError) => {
        if (error.status === 429) return false;
        throw error;
      },
    );
  }
}
