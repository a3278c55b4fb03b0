import type { ColumnType } from "kysely";

declare const content: unique symbol;

/** Text that holds a value as JSON, which is how a `jsonb` column is written. Made by `json`. */
export type JsonText<T> = string & { readonly [content]: T };

/** Returns a value as a `jsonb` column is given it; an array would else be sent as SQL's own. */
export function json<T>(value: T): JsonText<T> {
  return JSON.stringify(value) as JsonText<T>;
}

/** A `jsonb` column: read as a value, written as text. Its owner declares what the value is. */
export type Json = ColumnType<unknown, JsonText<unknown>, JsonText<unknown>>;

/** One with a default. Kysely's `Generated` would put one ColumnType into another. */
export type GeneratedJson = ColumnType<unknown, JsonText<unknown> | undefined, JsonText<unknown>>;

/** A column of the catalogue whose values are known more closely; null and defaults stay. */
export type Refined<Column, T> =
  Column extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<RefinedValue<Select, T>, RefinedValue<Insert, T>, RefinedValue<Update, T>>
    : RefinedValue<Column, T>;

type RefinedValue<Value, T> = Value extends null | undefined
  ? Value
  : Value extends JsonText<unknown>
    ? JsonText<T>
    : T;
