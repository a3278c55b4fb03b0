import { ANONYMISED_NAME } from "#modules/members/server/public.ts";
import { releaseBlobs } from "#platform/server/blobs/blob-queries.ts";
import type { PersonalData } from "#platform/server/personal-data.ts";
import { EXPORT_FORMAT_LABELS } from "../../export-contract.ts";
import { eraseActor, selectRunsOfMember, selectTargetsOwnedBy } from "./personal-data-queries.ts";
import { dropFilesOfMember } from "./runs/run-queries.ts";

/** Into which files a person's data went; erasing removes those that are kept. */
export const exportsOfPerson: PersonalData = {
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
  async erase(tx, memberId) {
    await releaseBlobs(tx, await dropFilesOfMember(tx, memberId));
    await eraseActor(tx, memberId, ANONYMISED_NAME);
  },
};
