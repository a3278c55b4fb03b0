import { z } from "zod";
import { idParams } from "#platform/contract/fields.ts";
import { route } from "#platform/contract/route.ts";
import { tableSample } from "./mapping-contract.ts";

/**
 * What the page shows of a run's file while its columns are assigned; the file is the one the run
 * keeps.
 */
export const importSampleContract = {
  getImportSample: route({
    method: "GET",
    path: "/import-run/{id}/sample",
    access: "MANAGE_IMPORTS",
    summary:
      "Columns, first rows and suggested mapping of a run's file, read as the run's options say",
    params: idParams,
    answer: tableSample,
  }),
  getColumnService: route({
    method: "GET",
    path: "/import/column-service",
    access: "MANAGE_IMPORTS",
    summary: "Whether a service can be asked about columns that are doubted",
    /**
     * `service`: host name of the AI service; null: there is none. `dailyLimit`: how often a club
     * may ask within 24 hours.
     */
    answer: z.object({ service: z.string().nullable(), dailyLimit: z.int() }),
  }),
  askColumnService: route({
    method: "POST",
    path: "/import-run/{id}/column-question",
    access: "MANAGE_IMPORTS",
    summary:
      "Ask the AI service what doubted columns are: their headings and masked values go there, and nothing is changed",
    unremembered: "NO_EFFECT",
    params: idParams,
    /** `note`: German sentence, when it could not be asked or answered nothing. */
    answer: z.object({
      columns: z.array(z.object({ column: z.string(), field: z.string() })),
      note: z.string().nullable(),
    }),
  }),
} as const;
