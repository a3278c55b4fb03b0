import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import type { importSampleContract } from "../../../import-sample-contract.ts";
import { clubFields } from "../../mapping/mappings.ts";
import { readSample } from "../../mapping/sample-handlers.ts";
import { existingRun, wrongState } from "./existing-run.ts";

/** The first rows of the file that a run keeps, for the page on which its columns are assigned. */
export function importSampleHandlers({ blobs }: Services): Handlers<typeof importSampleContract> {
  return {
    async getImportSample({ params, read }) {
      const { run, fields } = await read(async (tx) => ({
        run: await existingRun(tx, params.id),
        fields: await clubFields(tx, false),
      }));
      if (run.blob_key === null) throw wrongState("Die Datei dieses Imports ist nicht mehr da.");
      return readSample(await blobs.get(run.blob_key), run.rules.options, async () => fields);
    },
  };
}
