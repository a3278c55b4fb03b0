import { z } from "zod";
import {
  can,
  dateTime,
  id,
  optional,
  requiredText,
  text,
  version,
} from "#platform/contract/fields.ts";
import { isSetByServer } from "#platform/contract/headers.ts";
import { ruleFields, rules } from "./import-rules.ts";
import { importRun, person } from "./import-run.ts";

const headerValue = z
  .string()
  .max(4_000)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, {
    error: "Dieser Wert enthält Zeichen, die in Kopfzeilen nicht erlaubt sind.",
  });
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, {
  error: "Dieser Name ist für eine Kopfzeile nicht erlaubt.",
});
const requestHeaders = z.record(headerName, headerValue).superRefine((headers, { addIssue }) => {
  for (const name of Object.keys(headers).filter(isSetByServer))
    addIssue({
      code: "custom",
      path: [name],
      message: "Diese Kopfzeile setzt der Server selbst.",
    });
});

const sourceFields = {
  name: requiredText(100),
  kind: z.enum(["FILE", "URL"]).default("FILE"),
  /** With URL: https, or http where `allowHttp` says so. */
  url: optional(text(2_000)),
  /**
   * Sent with the request, such as `Authorization`. Never answered. Absent or null: those stored
   * stay; `{}`: none.
   */
  headers: requestHeaders.nullish(),
  allowHttp: z.boolean().default(false),
  /** Five fields of cron in the club's time zone, or null: by hand. */
  schedule: optional(text(100)),
  /**
   * A scheduled run is applied by itself: what is ambiguous or faulty is left out. Otherwise it
   * waits as a preview.
   */
  applyAutomatically: z.boolean().default(false),
  ...ruleFields,
};

export const importSourceCreate = z.strictObject(sourceFields);
export const importSourceUpdate = z.strictObject({ ...sourceFields, version });
export type ImportSourceCreate = z.output<typeof importSourceCreate>;

export const importSource = z.object({
  id,
  name: z.string(),
  kind: z.enum(["FILE", "URL"]),
  url: z.string().nullable(),
  /** Names of the stored headers; their values are never answered. */
  headerNames: z.array(z.string()),
  allowHttp: z.boolean(),
  schedule: z.string().nullable(),
  nextRunAt: dateTime.nullable(),
  applyAutomatically: z.boolean(),
  ...rules,
  /** True for the one source that dropped files without a source belong to. */
  quick: z.boolean(),
  /** Who saved it last: scheduled runs act with their rights as they are then. */
  responsible: person.nullable(),
  lastRun: importRun.nullable(),
  version,
  can: can("EDIT", "RUN", "DELETE"),
});
export type ImportSource = z.infer<typeof importSource>;
