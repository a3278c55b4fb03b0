import { Anchor, type AnchorProps } from "@mantine/core";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, type AnchorHTMLAttributes, type ReactNode, type Ref } from "react";
import { z } from "zod";

export interface AppLinkProps
  extends Omit<AnchorProps, "component">,
    Pick<AnchorHTMLAttributes<HTMLAnchorElement>, "onClick" | "title" | "aria-label" | "aria-current" | "id" | "target"> {
  /** Address inside the application, with its values filled in: `/users/0193…`. */
  to: string;
  search?: Readonly<Record<string, unknown>>;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a page of the application. */
export function AppLink({ to, search, ...props }: AppLinkProps) {
  const address = splitAddress(to);
  // Only the page itself is the current one: by default the router also marks links to the pages above it.
  const activeOptions = { exact: true, includeSearch: false };
  return <Anchor component={Link} inherit to={address.path} search={(search ?? address.search) as never} activeOptions={activeOptions} {...props} />;
}

/** `component` for buttons that lead to a page: `<Button component={RouterLink} to="/users/create">`. */
export const RouterLink = Link;

/** Goes to an address of the application: `go("/users/0193…")`. */
export function useGo(): (to: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (to, options) => {
      const { path, search } = splitAddress(to);
      void navigate({ to: path, search: search as never, replace: options?.replace ?? false });
    },
    [navigate],
  );
}

/** The values of the page's path: `const { groupId } = usePathParams("groupId")`. */
export function usePathParams<const Name extends string>(...names: Name[]): Record<Name, string> {
  const params: Record<string, unknown> = useParams({ strict: false });
  return Object.fromEntries(names.map((name) => [name, String(params[name] ?? "")])) as Record<Name, string>;
}

/** The rest of the path of a page that ends in `$`. */
export function useRestOfPath(): string {
  const params: Record<string, unknown> = useParams({ strict: false });
  return String(params["_splat"] ?? "");
}

/**
 * The state of a page in its address, typed by a zod schema made of `inAddress` fields, so that an old or mistyped
 * link still opens: `z.object({ q: inAddress.text(), page: inAddress.number(0), status: inAddress.list() })`.
 * Fields set to undefined, "" or [] vanish from the address.
 */
export function useSearchState<S extends z.ZodObject>(
  schema: S,
): [z.output<S>, (change: Partial<z.output<S>>, options?: { push?: boolean }) => void] {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => schema.parse(raw) as z.output<S>, [schema, raw]);
  const change = useCallback(
    (patch: Partial<z.output<S>>, options?: { push?: boolean }) => {
      void navigate({
        to: ".",
        search: ((before: Record<string, unknown>) => withoutEmpty({ ...before, ...patch })) as never,
        replace: !options?.push,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [state, change];
}

/** Fields of a page's state in its address. Each falls back to its default when the address holds nonsense. */
export const inAddress = {
  text: (fallback = "") => z.coerce.string().catch(fallback).default(fallback),
  number: (fallback: number) => z.coerce.number().int().min(0).catch(fallback).default(fallback),
  flag: (fallback = false) => z.union([z.boolean(), z.stringbool()]).catch(fallback).default(fallback),
  oneOf: <const V extends readonly [string, ...string[]]>(values: V, fallback: V[number]) =>
    z.enum(values).catch(fallback as never).default(fallback as never),
  optional: <const V extends readonly [string, ...string[]]>(values: V) => z.enum(values).optional().catch(undefined),
  list: () => z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([]).default([]),
};

function withoutEmpty(search: Record<string, unknown>): Record<string, string | string[]> {
  const entries: [string, string | string[]][] = [];
  for (const [name, value] of Object.entries(search)) {
    if (Array.isArray(value) && value.length > 0) entries.push([name, value.map(String)]);
    else if (value !== undefined && value !== null && value !== "" && !Array.isArray(value)) entries.push([name, String(value)]);
  }
  return entries.length === 0 ? {} : Object.fromEntries(entries);
}

/** Addresses as people know them: plain parameters, lists by repeating the name. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {};
  const parameters = new URLSearchParams(text);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    search[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(withoutEmpty(search))) {
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, one);
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** `/users?status=ACTIVE` → path and search parameters as the router wants them. */
export function splitAddress(to: string): { path: string; search: Record<string, string> } {
  const [path = "/", query = ""] = to.split("?");
  return { path, search: Object.fromEntries(new URLSearchParams(query)) };
}
