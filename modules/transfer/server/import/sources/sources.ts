import { json } from "#platform/server/database/column-types.ts";
import { isIP } from "node:net";
import { v7 as uuidv7 } from "uuid";
import { AppError, fieldProblem, notFound } from "#platform/server/http/app-error.ts";
import { uniqueField } from "#platform/server/database/constraints.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { isPublicAddress } from "#platform/server/outbound/public-address.ts";
import type { Principal, TenantRow } from "#platform/server/http/principal.ts";
import { nextTime, problemOfSchedule } from "#platform/server/jobs/schedule-times.ts";
import type { Secrets } from "#platform/server/secrets.ts";
import { selectGroups } from "#modules/members/server/public.ts";
import type { GroupDecision, ImportSourceCreate } from "../../../import-contract.ts";
import { requireImportMapping } from "../../mapping/mappings.ts";
import { scheduleImport } from "./scheduled-run.ts";
import { HEADERS_PURPOSE } from "./headers-purpose.ts";
import { decisionKey } from "../compare/group-names.ts";
import {
  insertQuickSource,
  insertSource,
  selectQuickSource,
  selectSource,
  type SourceRecord,
  updateSourceRow,
} from "./source-queries.ts";
import type { ImportRules } from "../stored-values.ts";

const uniqueName = uniqueField(
  "import_source_name",
  "name",
  "Eine Quelle mit diesem Namen gibt es schon.",
);

const QUICK_NAME = "Einzelne Dateien";

export function rulesOf(values: ImportSourceCreate): ImportRules {
  const { options, matchKeys, onNew, onChanged, onMissing, clearWord, unknownGroups } = values;
  const { strict, neededFields } = values;
  // Of two decisions about one name the later holds.
  const groupDecisions = [
    ...new Map(
      values.groupDecisions.map((decision) => [decisionKey(decision.name), decision]),
    ).values(),
  ];
  return {
    options,
    matchKeys: [...new Set(matchKeys)],
    onNew,
    onChanged,
    onMissing,
    clearWord,
    unknownGroups,
    groupDecisions,
    strict,
    neededFields: [...new Set(neededFields)],
  };
}

export async function existingSource(tx: ReadTx, id: string): Promise<SourceRecord> {
  const source = await selectSource(tx, id);
  if (source === undefined) throw notFound();
  return source;
}

interface Saver {
  principal: Principal;
  tenant: TenantRow;
  secrets: Secrets;
  /** Origins in the operator's own network that may be called. */
  trustedOrigins: readonly string[];
}

export async function createSource(
  tx: WriteTx,
  values: ImportSourceCreate,
  saver: Saver,
): Promise<string> {
  await checkSource(tx, values, saver);
  const id = uuidv7();
  const nextRun = firstRun(values, saver.tenant);
  await uniqueName(() =>
    insertSource(tx, {
      id,
      ...columnsOf(values, nextRun, saver.principal),
      headers:
        values.headers && Object.keys(values.headers).length > 0
          ? sealed(values.headers, saver.secrets)
          : null,
      header_names: Object.keys(values.headers ?? {}),
    }),
  );
  if (nextRun !== null) await scheduleImport(tx, id, nextRun);
  return id;
}

/** False when the version is another one by now. Headers that are not sent stay as they are. */
export async function updateSource(
  tx: WriteTx,
  id: string,
  version: number,
  values: ImportSourceCreate,
  saver: Saver,
): Promise<boolean> {
  const before = await existingSource(tx, id);
  await checkSource(tx, values, saver);
  if (before.quick && (values.kind !== "FILE" || values.schedule !== null))
    throw fieldProblem(
      "kind",
      "Diese Quelle nimmt einzelne Dateien auf; für eine Adresse legen Sie bitte eine neue an.",
      "INVALID",
      "UNPROCESSABLE",
    );
  // A secret given for one address must not be sent to another.
  const moved =
    values.url !== null && before.url !== null && originOf(values.url) !== originOf(before.url);
  const headers = values.headers ?? (moved ? {} : undefined);
  const nextRun = firstRun(values, saver.tenant);
  const saved = await uniqueName(() =>
    updateSourceRow(tx, id, version, {
      ...columnsOf(values, nextRun, saver.principal),
      ...(headers === undefined
        ? {}
        : {
            headers: Object.keys(headers).length > 0 ? sealed(headers, saver.secrets) : null,
            header_names: Object.keys(headers),
          }),
    }),
  );
  if (saved && nextRun !== null) await scheduleImport(tx, id, nextRun);
  return saved;
}

function columnsOf(values: ImportSourceCreate, nextRun: Date | null, principal: Principal) {
  return {
    name: values.name,
    kind: values.kind,
    url: values.kind === "URL" ? values.url : null,
    allow_http: values.allowHttp,
    schedule: values.kind === "URL" ? values.schedule : null,
    next_run_at: nextRun,
    apply_automatically: values.applyAutomatically,
    rules: json(rulesOf(values)),
    mapping_config_id: values.mappingConfigId,
    responsible_id: principal.userId,
  };
}

function firstRun({ kind, schedule }: ImportSourceCreate, { timeZone }: TenantRow): Date | null {
  return kind === "URL" && schedule !== null ? nextTime(schedule, timeZone, new Date()) : null;
}

async function checkSource(
  tx: WriteTx,
  values: ImportSourceCreate,
  { tenant, trustedOrigins }: Saver,
): Promise<void> {
  const { kind, url, schedule, allowHttp, mappingConfigId, groupDecisions } = values;
  if (kind === "URL") checkAddress(url, allowHttp, trustedOrigins);
  const problem =
    schedule === null ? undefined : problemOfSchedule(schedule, tenant.timeZone, new Date());
  if (problem !== undefined) throw fieldProblem("schedule", problem);
  if (mappingConfigId !== null) await requireImportMapping(tx, mappingConfigId);
  await checkDecisions(tx, groupDecisions);
}

/** Names mean groups that are there. */
async function checkDecisions(tx: ReadTx, decisions: readonly GroupDecision[]): Promise<void> {
  if (decisions.length === 0) return;
  const known = new Set((await selectGroups(tx)).map(({ id }) => id));
  for (const [index, { action, groupId }] of decisions.entries()) {
    if (action === "USE" && (groupId === null || !known.has(groupId)))
      throw fieldProblem(
        `groupDecisions.${index}.groupId`,
        "Diese Gruppe gibt es nicht mehr. Bitte wählen Sie eine andere.",
        "NOT_FOUND",
        "UNPROCESSABLE",
      );
  }
}

/** What can be told before calling; names are resolved and checked again with each call. */
function checkAddress(
  address: string | null,
  allowHttp: boolean,
  trustedOrigins: readonly string[],
): void {
  if (address === null) throw fieldProblem("url", "Bitte eine Adresse angeben.", "REQUIRED");
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) throw fieldProblem("url", "Diese Adresse ist nicht lesbar.");
  if (url.username !== "" || url.password !== "")
    throw fieldProblem(
      "url",
      "Name und Passwort gehören nicht in die Adresse, sondern in eine Kopfzeile wie Authorization.",
    );
  if (trustedOrigins.includes(url.origin)) return;
  if (url.protocol !== "https:" && !(allowHttp && url.protocol === "http:"))
    throw fieldProblem("url", "Bitte eine Adresse mit https angeben.");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (
    (isIP(host) !== 0 && !isPublicAddress(host)) ||
    host === "localhost" ||
    host.endsWith(".localhost")
  )
    throw fieldProblem("url", "Diese Adresse liegt nicht im öffentlichen Internet.");
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function sealed(headers: Record<string, string>, secrets: Secrets): string {
  return secrets.encrypt(HEADERS_PURPOSE, JSON.stringify(headers));
}

/** The source of files that are dropped without choosing one; made with the first of them. */
export async function quickSource(
  tx: WriteTx,
  principal: Principal,
  defaults: ImportRules,
): Promise<SourceRecord> {
  const known = await selectQuickSource(tx);
  if (known !== undefined) return known;
  for (let attempt = 1; attempt <= 20; attempt++) {
    const name = attempt === 1 ? QUICK_NAME : `${QUICK_NAME} (${attempt})`;
    await insertQuickSource(tx, {
      id: uuidv7(),
      name,
      rules: defaults,
      responsibleId: principal.userId,
    });
    const made = await selectQuickSource(tx);
    if (made !== undefined) return made;
  }
  throw new AppError("CONFLICT");
}
