import { z } from "zod";
import {
  can,
  optional,
  queryFlag,
  queryNumber,
  requiredText,
  text,
  version,
} from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import { userFilter } from "#modules/members/contract.ts";
import { FIELD_KINDS } from "./member-fields.ts";
import {
  DATE_ORDERS,
  DELIMITERS,
  ENCODINGS,
  MAX_IMPORT_BYTES,
  TABLE_FORMATS,
} from "./table-formats.ts";

export * from "./table-formats.ts";

/** How a file is read. Null or absent: found out from its content. */
export const tableOptions = z.strictObject({
  format: z.enum(TABLE_FORMATS).nullish(),
  delimiter: z.enum(DELIMITERS).nullish(),
  encoding: z.enum(ENCODINGS).nullish(),
  /** Line of the column names from 1; 0: the file has none and columns are called `Spalte 1` … */
  headerRow: z.int().min(0).max(1_000).nullish(),
  /** Name of the workbook's sheet. */
  sheet: optional(text(200)),
  dateOrder: z.enum(DATE_ORDERS).nullish(),
});
export type TableOptions = z.input<typeof tableOptions>;
/** The options as they are answered. */
export const tableOptionsAnswer = z.object({
  ...tableOptions.shape,
  sheet: z.string().nullable(),
});

/** What was found out about a file, or told by the options. */
export const detectedTable = z.object({
  format: z.enum(TABLE_FORMATS),
  delimiter: z.enum(DELIMITERS).nullable(),
  encoding: z.enum(ENCODINGS).nullable(),
  /** 0: the file has no line of column names. Null where there is no such thing (JSON, vCard). */
  headerRow: z.int().nullable(),
  sheet: z.string().nullable(),
  /** All sheets of a workbook, in order; the best one is read unless another is chosen. */
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
  dateOrder: z.enum(DATE_ORDERS),
});
export type DetectedTable = z.infer<typeof detectedTable>;

const fieldName = text(200);
/** A column's name, or a member field's key: `lastname`, `cf.shirtSize`, `groups`, `group:{id}`. */
const endOfEntry = requiredText(200);

/**
 * Done in order with the source's value. On an import the result is then read as the target field
 * wants it (days, numbers, choices and phone numbers in all their German spellings), so that most
 * entries need no transform at all.
 */
export const transform = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("TRIM") }),
  z.strictObject({ kind: z.literal("UPPER") }),
  z.strictObject({ kind: z.literal("LOWER") }),
  /**
   * Import: order of the written day (`DMY`). Export: pattern of `DD`, `MM`, `YYYY`, `YY`
   * (`DD.MM.YYYY`).
   */
  z.strictObject({ kind: z.literal("DATE"), format: requiredText(20) }),
  /**
   * Import: decimal sign of the text. Export: decimal sign and places written. The factor turns
   * cents into euros (0.01).
   */
  z.strictObject({
    kind: z.literal("NUMBER"),
    decimal: z.enum([",", "."]).default(","),
    factor: z.number().min(1e-6).max(1e6).default(1),
    places: z.int().min(0).max(6).nullable().default(null),
  }),
  /**
   * Value table; compared without regard to case and outer spaces. On an import `to` is a value of
   * the target: `FEMALE`, `true`.
   */
  z.strictObject({
    kind: z.literal("VALUES"),
    values: z.array(z.strictObject({ from: text(200), to: text(200) })).max(500),
    /** What becomes of values that are not in the table. */
    otherwise: z.enum(["KEEP", "EMPTY", "PROBLEM"]).default("KEEP"),
  }),
  /** A fixed value, or one for empty cells only. */
  z.strictObject({
    kind: z.literal("CONSTANT"),
    value: text(1_000),
    onlyWhenEmpty: z.boolean().default(false),
  }),
  /**
   * Puts more sources (columns on an import, field keys on an export) behind this one; empty ones
   * are left out.
   */
  z.strictObject({
    kind: z.literal("JOIN"),
    with: z.array(fieldName).min(1).max(10),
    separator: text(20, { multiline: true }).default(" "),
  }),
  /**
   * One part of the text, from 1; -1 is the last one. With `rest` everything from that part on
   * (before it, when negative).
   */
  z.strictObject({
    kind: z.literal("SPLIT"),
    separator: text(20, { multiline: true }).refine((value) => value !== "", {
      error: "Bitte ausfüllen.",
    }),
    part: z
      .int()
      .min(-20)
      .max(20)
      .refine((part) => part !== 0, { error: "Die Zählung beginnt bei 1." }),
    rest: z.boolean().default(false),
  }),
]);
export type Transform = z.output<typeof transform>;

/**
 * Import: `sourceField` is a column of the file (empty with CONSTANT), `targetField` a member
 * field's key. Export: `sourceField` is a member field's key (empty with CONSTANT), `targetField`
 * the column's name; the order is the file's.
 */
export const mappingEntry = z.strictObject({
  sourceField: fieldName,
  targetField: endOfEntry,
  transforms: z.array(transform).max(10).default([]),
});
export type MappingEntry = z.output<typeof mappingEntry>;

const entries = z.array(mappingEntry).max(500);

const mappingValues = { name: requiredText(100), entries };
export const mappingConfig = z.object({
  id: z.int(),
  name: z.string(),
  isExport: z.boolean(),
  entries: z.array(mappingEntry),
  version,
  can: can("EDIT", "DELETE"),
});
export type MappingConfig = z.output<typeof mappingConfig>;

/** Group-prefixed item: shown as `groupName->name`. */
export const transferField = z.object({
  key: z.string(),
  name: z.string(),
  groupName: z.string().nullable(),
  kind: z.enum(FIELD_KINDS),
  /** Codes and German labels, for choices; of custom fields both are the same. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
});

const cell = z.union([z.string().max(32_767), z.number(), z.boolean()]).nullable();
/** What codes of the file stand for, where it says so itself: `T`, Turnen. */
const legend = z
  .array(z.strictObject({ code: z.string().max(100), meaning: z.string().max(200) }))
  .max(1_000);
/** A file's first rows, as the pages hold them to try mappings on; days are ISO texts. */
const sampleTable = z.strictObject({
  columns: z.array(text(500)).max(1_000),
  rows: z.array(z.array(cell).max(1_000)).max(10),
  dateOrder: z.enum(DATE_ORDERS).default("DMY"),
  legend: legend.default([]),
});

export type SampleTable = z.output<typeof sampleTable>;

/**
 * One row before and after. `values` are as the target shows them: German days, labels of choices.
 */
const sampleRow = z.object({
  /** By entry, in order. */
  values: z.array(z.object({ before: z.string(), after: z.string() })),
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
});

export type SampleRow = z.output<typeof sampleRow>;

/** What a column was taken for. Several candidates and no entry: left to the user. */
export const columnSuggestion = z.object({
  column: z.string(),
  entry: mappingEntry.nullable(),
  /** Keys of fields, likely ones first. */
  candidates: z.array(z.string()),
  reason: z.enum(["NAME", "CONTENT"]).nullable(),
  /** How sure it is, from 0 to 1. */
  confidence: z.number(),
  /** Taken, but worth a second look. */
  doubtful: z.boolean(),
});
export type ColumnSuggestion = z.output<typeof columnSuggestion>;

export const tableSample = z.object({
  detected: detectedTable,
  columns: z.array(z.string()),
  /** The first ten rows. */
  rows: z.array(z.object({ line: z.int(), cells: z.array(cell) })),
  suggestions: z.array(columnSuggestion),
  legend,
  /** German sentences about the file as a whole. */
  warnings: z.array(z.string()),
});
export type TableSample = z.output<typeof tableSample>;

const EITHER = ["MANAGE_IMPORTS", "MANAGE_EXPORTS"] as const;
const mappingParams = z.strictObject({ id: queryNumber(1, 2_147_483_647) });
const isExport = queryFlag().default(false);

export const TABLE_CONTENT_TYPES = [
  "text/csv",
  "text/plain",
  "text/tab-separated-values",
  "text/vcard",
  "text/x-vcard",
  "text/directory",
  "application/json",
  "application/csv",
  "application/vnd.ms-excel",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/octet-stream",
] as const;

/**
 * An import's mapping needs MANAGE_IMPORTS, an export's MANAGE_EXPORTS; those of the other kind are
 * 404.
 */
export const mappingContract = {
  searchMappingConfigs: route({
    method: "GET",
    path: "/mapping-config/search",
    access: EITHER,
    summary: "Saved mappings, of imports or of exports",
    query: z.strictObject({
      isExport,
      q: z.string().max(200).optional(),
      ...pageQuery(["name", "id"]),
    }),
    answer: pageOf(mappingConfig),
  }),
  listTransferFields: route({
    method: "GET",
    path: "/mapping-config/fields",
    access: EITHER,
    summary: "Member fields that can be imported or exported, as group-prefixed items",
    query: z.strictObject({ isExport }),
    answer: z.array(transferField),
  }),
  /**
   * Body: the file, its name in `X-File-Name`. Nothing is kept. A file that can't be read: 422 with
   * a German sentence.
   */
  readTableSample: route({
    method: "POST",
    path: "/mapping-config/table",
    access: "MANAGE_IMPORTS",
    summary: "Columns, first rows and suggested mapping of a file",
    unremembered: "NO_EFFECT",
    query: z.strictObject({
      format: z.enum(TABLE_FORMATS).optional(),
      delimiter: z.enum(DELIMITERS).optional(),
      encoding: z.enum(ENCODINGS).optional(),
      headerRow: queryNumber(0, 1_000).optional(),
      sheet: z.string().max(200).optional(),
      dateOrder: z.enum(DATE_ORDERS).optional(),
    }),
    body: bytes(TABLE_CONTENT_TYPES, MAX_IMPORT_BYTES),
    answer: tableSample,
  }),
  /**
   * Ten rows through entries that are not saved yet: of the given table (imports), or of members
   * (exports).
   */
  trySampleMapping: route({
    method: "POST",
    path: "/mapping-config/sample",
    access: EITHER,
    summary: "Ten rows through a mapping that is being edited",
    unremembered: "NO_EFFECT",
    maxBytes: 4 * 1024 * 1024,
    body: z.strictObject({
      isExport: z.boolean(),
      entries,
      table: sampleTable.optional(),
      filter: userFilter.optional(),
    }),
    answer: z.array(sampleRow),
  }),
  createMappingConfig: route({
    method: "POST",
    path: "/mapping-config",
    access: EITHER,
    summary: "Save a mapping",
    body: z.strictObject({ ...mappingValues, isExport: z.boolean() }),
    answer: mappingConfig,
    status: 201,
  }),
  getMappingConfig: route({
    method: "GET",
    path: "/mapping-config/{id}",
    access: EITHER,
    summary: "One mapping",
    params: mappingParams,
    answer: mappingConfig,
  }),
  updateMappingConfig: route({
    method: "PUT",
    path: "/mapping-config/{id}",
    access: EITHER,
    summary: "Change a mapping; it stays one of imports or of exports",
    params: mappingParams,
    body: z.strictObject({ ...mappingValues, version }),
    answer: mappingConfig,
  }),
  deleteMappingConfig: route({
    method: "DELETE",
    path: "/mapping-config/{id}",
    access: EITHER,
    summary: "Delete a mapping that no source and no target uses",
    params: mappingParams,
    answer: noContent,
  }),
  sampleMappingConfig: route({
    method: "POST",
    path: "/mapping-config/{id}/sample",
    access: EITHER,
    summary: "Ten rows through a saved mapping",
    unremembered: "NO_EFFECT",
    maxBytes: 4 * 1024 * 1024,
    params: mappingParams,
    body: z.strictObject({ table: sampleTable.optional(), filter: userFilter.optional() }),
    answer: z.array(sampleRow),
  }),
} as const;
