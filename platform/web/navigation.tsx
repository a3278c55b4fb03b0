import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { z } from "zod";
import { withoutEmpty } from "./links.tsx";

// The shell takes links from their own file: with zod they would make the first page a tenth
// heavier.
export * from "./links.tsx";

/** New values of some fields; undefined takes a field out of the address. */
type Change<State> = { [Field in keyof State]?: State[Field] | undefined };

/**
 * The state of a page in its address, typed by a zod schema made of `inAddress` fields, so that an
 * old or mistyped link still opens: `z.object({ q: inAddress.text(), page: inAddress.number(0),
 * status: inAddress.list() })`. Fields set to undefined, "" or [] vanish from the address.
 */
export function useSearchState<S extends z.ZodObject>(
  schema: S,
): [z.output<S>, (change: Change<z.output<S>>, options?: { push?: boolean }) => void] {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => schema.parse(raw) as z.output<S>, [schema, raw]);
  const change = useCallback(
    (patch: Change<z.output<S>>, options?: { push?: boolean }) => {
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => withoutEmpty({ ...before, ...patch }),
        replace: !options?.push,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [state, change];
}

/**
 * Fields of a page's state in its address. Each falls back to its default when the address holds
 * nonsense.
 */
export const inAddress = {
  text: (fallback = "") => z.coerce.string().catch(fallback).default(fallback),
  number: (fallback: number) => z.coerce.number().int().min(0).catch(fallback).default(fallback),
  flag: (fallback = false) =>
    z.union([z.boolean(), z.stringbool()]).catch(fallback).default(fallback),
  oneOf: <const V extends readonly [string, ...string[]]>(values: V, fallback: V[number]) =>
    z.enum(values).catch(fallback).default(fallback),
  optional: <const V extends readonly [string, ...string[]]>(values: V) =>
    z.enum(values).optional().catch(undefined),
  list: () =>
    z
      .union([z.array(z.string()), z.string().transform((one) => [one])])
      .catch([])
      .default([]),
};
