import { z } from "zod";
import { date, id, queryFlag, queryNumber } from "#platform/contract/fields.ts";
import { pageQuery } from "#platform/contract/paging.ts";
import { LOGIN_STATES } from "./choices.ts";
import { DERIVED_FIELDS, type DerivedField } from "./derived-fields.ts";
import {
  type FieldsWith,
  fieldsWith,
  MEMBER_FIELDS,
  OPEN_USER_FIELDS,
  PROTECTED_USER_FIELDS,
} from "./fields.ts";
import { listableUser } from "./user-shapes.ts";

/** The orders that are offered first; the others follow in the order of the table. */
const FIRST_ORDERS = ["lastname", "firstname", "memberNumber"] as const;
type SortableField = FieldsWith<"sort", "index" | "scan">;
const SORTABLE: readonly string[] = fieldsWith("sort", "index", "scan");
const isSortable = (field: string): field is SortableField => SORTABLE.includes(field);

/** Fields the list can be sorted by; the club's custom fields too, as `cf.key`. */
export const USER_SORT_FIELDS = [
  ...new Set([
    ...FIRST_ORDERS,
    ...OPEN_USER_FIELDS.filter(isSortable),
    ...DERIVED_FIELDS,
    ...(["loginState", "createdAt", "updatedAt"] as const),
    ...PROTECTED_USER_FIELDS.filter(isSortable),
  ]),
];

type ChoiceField = FieldsWith<"filter", "choice">;
type TextField = FieldsWith<"filter", "contains">;
type NameOfRange<Key extends string> = Key extends `${infer Name}On` ? Name : Key;
export type RangeName = NameOfRange<FieldsWith<"filter", "range">>;

export const CHOICE_FILTERS = fieldsWith("filter", "choice");
export const TEXT_FILTERS = fieldsWith("filter", "contains");
/** `name` in parameters: `joinedOn` is filtered by `joinedFrom` and `joinedTo`. */
export const RANGE_FILTERS = fieldsWith("filter", "range").map((field) => ({
  field,
  name: field.replace(/On$/, "") as RangeName,
}));

/** `true`/`false` in an address, a boolean in a body. */
const flag = z.union([z.boolean(), queryFlag()]);

/** `ACTIVE,PASSIVE`, a repeated parameter, or an array in a body. */
function listOf<const Value extends string>(values: readonly Value[]) {
  return z.preprocess(
    (value) => (typeof value === "string" ? value.split(",") : value),
    z.array(z.enum(values)).min(1).max(values.length),
  );
}

type ValueOf<Key extends ChoiceField> = z.output<(typeof MEMBER_FIELDS)[Key]["output"]>;
type ListOf<Value extends string> = ReturnType<typeof listOf<Value>>;

/** Parameters of the filters that fields have by their row in `MEMBER_FIELDS`. */
const choiceFilters = Object.fromEntries(
  CHOICE_FILTERS.map((key) => [key, listOf<string>(MEMBER_FIELDS[key].output.options).optional()]),
) as { [Key in ChoiceField]: z.ZodOptional<ListOf<ValueOf<Key>>> };
const rangeFilters = Object.fromEntries(
  RANGE_FILTERS.flatMap(({ name }) => [
    [`${name}From`, date.optional()],
    [`${name}To`, date.optional()],
  ]),
) as Record<`${RangeName}${"From" | "To"}`, z.ZodOptional<typeof date>>;
const textFilters = Object.fromEntries(
  TEXT_FILTERS.map((key) => [key, z.string().max(200).optional()]),
) as Record<TextField, z.ZodOptional<z.ZodString>>;

const fieldFilters = z.object({ ...choiceFilters, ...rangeFilters, ...textFilters });
export type FieldFilters = z.output<typeof fieldFilters>;

/** What a derived field can be: bounds beyond these say nothing. */
export const DERIVED_RANGES = {
  age: [0, 150],
  birthYear: [1800, 2100],
  membershipYears: [0, 200],
} as const satisfies Record<DerivedField, readonly [number, number]>;
export type DerivedBound = `${DerivedField}${"From" | "To"}`;

function bound(field: DerivedField) {
  const [least, most] = DERIVED_RANGES[field];
  return queryNumber(least, most).optional();
}
const derivedFilters = z.object(
  Object.fromEntries(
    DERIVED_FIELDS.flatMap((field) => [
      [`${field}From`, bound(field)],
      [`${field}To`, bound(field)],
    ]),
  ) as Record<DerivedBound, ReturnType<typeof bound>>,
);
export type DerivedFilters = z.output<typeof derivedFilters>;

const filterFields = {
  /**
   * Every word must occur in name, member number, e-mail or city; umlauts and accents are folded
   * both ways.
   */
  q: z.string().max(200).optional(),
  group: id.optional(),
  includeSubgroups: flag.default(false),
  loginState: listOf(LOGIN_STATES).optional(),
  /** Reference date of status and group membership; default today. */
  asOf: date.optional(),
  ...fieldFilters.shape,
  ...derivedFilters.shape,
};

const CUSTOM_FIELD_KEY = /^cf\.[\w-]{1,60}$/;

/**
 * Only `cf.{key}` may stand beside the named parameters; anything else is refused, never ignored.
 */
function onlyCustomFields(
  value: Record<string, unknown>,
  known: object,
  refuse: (key: string, message: string) => void,
): void {
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(known, key)) continue;
    if (!CUSTOM_FIELD_KEY.test(key)) refuse(key, "Diesen Parameter gibt es nicht.");
    else if (typeof value[key] !== "string" || value[key].length > 200)
      refuse(key, "Bitte einen Wert angeben.");
  }
}

function withCustomFields<const Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object(shape)
    .catchall(z.unknown())
    .superRefine((value, context) => {
      onlyCustomFields(value as Record<string, unknown>, shape, (key, message) =>
        context.addIssue({
          code: "invalid_key",
          origin: "record",
          issues: [],
          path: [key],
          message,
          input: value,
        }),
      );
    })
    .meta({
      patternProperties: { [CUSTOM_FIELD_KEY.source]: { type: "string", maxLength: 200 } },
      additionalProperties: false,
    });
}

/**
 * The list's filter; custom fields as `cf.key` (text: part of it, else equal; `a..b` is a range of
 * numbers or dates).
 */
export const userFilter = withCustomFields(filterFields);
export type UserFilter = z.output<typeof userFilter>;

/** What a row of the list holds besides who it is and what the reader may do with the member. */
export type RowField = keyof typeof listableUser.shape;
export const ROW_FIELDS = Object.keys(listableUser.shape) as RowField[];

const { sort: _sort, ...paging } = pageQuery(["lastname"]);
export const userSearchQuery = withCustomFields({
  ...filterFields,
  ...paging,
  /** The rows hold these and no others; absent: all. */
  fields: listOf(ROW_FIELDS).optional(),
  sort: z.union([z.enum(USER_SORT_FIELDS), z.string().regex(CUSTOM_FIELD_KEY)]).default("lastname"),
});
