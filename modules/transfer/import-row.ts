import { z } from "zod";
import { id, MOST_INT } from "#platform/contract/fields.ts";

export const ROW_KINDS = ["NEW", "CHANGED", "SAME", "AMBIGUOUS", "FAULTY", "MISSING"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

/** A member that a row means or may mean. */
export const rowMember = z.object({
  id,
  memberNumber: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  birthday: z.string().nullable(),
  email: z.string().nullable(),
  city: z.string().nullable(),
  inTrash: z.boolean(),
});

export const importRow = z.object({
  /** Line of the text, row of the sheet, number of the entry; null for MISSING. */
  row: z.int().nullable(),
  /** Number within the run, for decisions. */
  number: z.int(),
  kind: z.enum(ROW_KINDS),
  /** Name as in the file, for rows without a member. */
  name: z.string(),
  user: rowMember.nullable(),
  /**
   * NEW: everything it brings; CHANGED: what differs; AMBIGUOUS: what it brings. Protected fields
   * that the file gives are listed whether they differ or not, with `masked` and without the old
   * value, for readers who lack the right.
   */
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      oldValue: value,
      newValue: value,
      masked: z.boolean(),
    }),
  ),
  /**
   * Why it is faulty or ambiguous, all reasons. `column`: as in the file, null where it concerns
   * the whole row.
   */
  problems: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
  /** Worth a look. */
  hints: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
  /** With AMBIGUOUS: who may be meant, each with what would change and the reasons. */
  candidates: z.array(z.object({ user: rowMember, reasons: z.array(z.string()) })),
  decision: z
    .object({ action: z.enum(["MEMBER", "NEW", "SKIP"]), userId: id.nullable() })
    .nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

/** A group's name of the file and what becomes of it. */
export const importGroup = z.object({
  name: z.string(),
  rows: z.int(),
  /** The group it means; null: unknown, or to be created or ignored. */
  group: z.object({ id, name: z.string(), groupName: z.string().nullable() }).nullable(),
  /** Null: known by its name, or not decided yet. */
  action: z.enum(["USE", "CREATE", "IGNORE"]).nullable(),
  parent: z.string().nullable(),
  /** German: why it can't be taken as it is; null: all is well. */
  problem: z.string().nullable(),
});

export const rowDecision = z.strictObject({
  number: z.int().min(0).max(MOST_INT),
  /** MEMBER: it is `userId`. NEW: a new member. SKIP: leave it out. Null: undecided again. */
  action: z.enum(["MEMBER", "NEW", "SKIP"]).nullable(),
  userId: id.nullish().transform((given) => given ?? null),
});
