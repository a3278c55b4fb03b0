import type { z } from "zod";
import { fieldProblem } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { GroupActor } from "#modules/members/server/public.ts";
import type { rowDecision } from "../../../import-contract.ts";
import { compareRows, comparisonSetting } from "./compare.ts";
import { selectShownMembers } from "../matching/member-queries.ts";
import { saveDecisions, selectStagedRowsByNumber } from "../rows/staged-row-queries.ts";
import { countRows } from "../rows/outcome-queries.ts";
import { selectRowKinds } from "../rows/row-queries.ts";
import { lockedRun, wrongState } from "../runs/existing-run.ts";

type Decision = z.output<typeof rowDecision>;

/** Notes what the user decided about rows and compares these again. */
export async function decideRows(
  tx: WriteTx,
  runId: string,
  decisions: readonly Decision[],
  principal: Principal & GroupActor,
): Promise<void> {
  const run = await lockedRun(tx, runId);
  if (run.state !== "PREVIEW")
    throw wrongState("Über Zeilen lässt sich nur in der Vorschau entscheiden.");
  await checkDecisions(tx, runId, decisions);
  await saveDecisions(
    tx,
    runId,
    decisions.map(({ number, action, userId }) => ({
      number,
      decision: action,
      decided_member: action === "MEMBER" ? userId : null,
    })),
  );
  const rows = await selectStagedRowsByNumber(
    tx,
    runId,
    decisions.map(({ number }) => number),
  );
  if (rows.length > 0)
    await compareRows(tx, run, rows, await comparisonSetting(tx, run, principal));
  await countRows(tx, runId);
}

async function checkDecisions(
  tx: WriteTx,
  runId: string,
  decisions: readonly Decision[],
): Promise<void> {
  const kinds = await selectRowKinds(
    tx,
    runId,
    decisions.map(({ number }) => number),
  );
  const members = await selectShownMembers(
    tx,
    decisions.flatMap(({ userId }) => (userId === null ? [] : [userId])),
  );
  for (const [index, { number, action, userId }] of decisions.entries()) {
    const row = kinds.get(number);
    if (row === undefined)
      throw fieldProblem(
        `decisions.${index}.number`,
        "Diese Zeile gibt es nicht.",
        "NOT_FOUND",
        "UNPROCESSABLE",
      );
    if (row.kind === "FAULTY")
      throw fieldProblem(
        `decisions.${index}.number`,
        "Diese Zeile ist fehlerhaft und wird nicht übernommen.",
        "FAULTY",
        "UNPROCESSABLE",
      );
    const asked = row.kind === "AMBIGUOUS" || row.decision !== null;
    if ((action === "MEMBER" || action === "NEW") && !asked)
      throw fieldProblem(
        `decisions.${index}.action`,
        "Bei dieser Zeile ist klar, wen sie meint.",
        "NOT_AMBIGUOUS",
        "UNPROCESSABLE",
      );
    if (action !== "MEMBER") continue;
    if (userId === null || !members.has(userId))
      throw fieldProblem(
        `decisions.${index}.userId`,
        "Dieses Mitglied gibt es nicht.",
        "NOT_FOUND",
        "UNPROCESSABLE",
      );
  }
}
