import {
  ANONYMISED_NAME,
  registerForgetter,
  registerPersonalData,
} from "#modules/members/server/public.ts";
import { releaseBlobs } from "#platform/server/blobs/blob-queries.ts";
import { EXPORT_FORMAT_LABELS } from "../../export-contract.ts";
import {
  dropFilesOfMember,
  forgetActor,
  selectRunsOfMember,
  selectTargetsOwnedBy,
} from "./runs/run-queries.ts";

/**
 * Tells a person into which files their data went, and removes those that are kept when the person
 * is forgotten.
 */
export function registerExportsOfPersons(): void {
  registerPersonalData({
    key: "exporte",
    title: "Exporte",
    deletion: {
      fate: "REMOVED",
      reason:
        "Aufbewahrte Dateien, in denen die Person steht, werden gelöscht; dass es den Export gab, bleibt als Nachweis.",
    },
    async load(tx, memberId) {
      const runs = await selectRunsOfMember(tx, memberId);
      const targets = await selectTargetsOwnedBy(tx, memberId);
      return {
        data: {
          Läufe: runs.map((run) => ({
            Zeitpunkt: run.started_at.toISOString(),
            Export: run.target_name,
            Form: EXPORT_FORMAT_LABELS[run.format],
            Datei: run.file_name,
            "Gestartet von": run.actor_name,
            "Gegangen an": run.delivered_to,
            "Enthält diese Person": run.contains,
            "Mit Bankdaten oder Notizen": run.protected_fields,
          })),
          "Eingerichtete Exportziele": targets.map(({ name, schedule }) => ({
            Name: name,
            Zeitplan: schedule,
          })),
        },
      };
    },
  });
  registerForgetter("exports", async (tx, memberId) => {
    await releaseBlobs(tx, await dropFilesOfMember(tx, memberId));
    await forgetActor(tx, memberId, ANONYMISED_NAME);
  });
}
