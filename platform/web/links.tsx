import { Anchor, type AnchorProps } from "@mantine/core";
import { Link, type LinkOptions, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import {
  useCallback,
  type AnchorHTMLAttributes,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from "react";
import { pathBelow } from "./entries.ts";
import { holdUpdates } from "./api/live.ts";
import type { PageSearch } from "./page-search.ts";

export interface AppLinkProps
  extends
    Omit<AnchorProps, "component">,
    Pick<
      AnchorHTMLAttributes<HTMLAnchorElement>,
      "onClick" | "title" | "aria-label" | "aria-current" | "id" | "target"
    > {
  /** Address inside the application, with its values filled in: `/users/0193…`. */
  to: string;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a page of the application. */
export function AppLink(props: AppLinkProps) {
  // Only the page itself is the current one: by default the router also marks links to the pages
  // above it.
  const activeOptions = { exact: true, includeSearch: false };
  return <Anchor component={RouterLink} inherit activeOptions={activeOptions} {...props} />;
}

interface RouterLinkProps
  extends Omit<ComponentProps<"a">, "href">, Pick<LinkOptions, "activeOptions"> {
  /** Address inside the application. */
  to: string;
}

/**
 * `component` for buttons that lead to a page: `<Button component={RouterLink}
 * to="/users/create">`.
 */
export function RouterLink({ to, ...props }: RouterLinkProps) {
  const { path, search } = splitAddress(to);
  return <Link to={path} search={search} {...props} />;
}

/** Goes to an address of the application: `go("/users/0193…")`. */
export function useGo(): (to: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (to, options) => {
      const { path, search } = splitAddress(to);
      void navigate({ to: path, search, replace: options?.replace ?? false });
    },
    [navigate],
  );
}

/**
 * Leaves a form for the page that it was opened from: `returnTo("/users/0193…")` goes back where
 * that page lies below in the history, so that Back never meets the form again, and its list is as
 * it was left. Elsewhere the page takes the form's place.
 */
export function useReturn(): (to: string) => void {
  const goBackTo = useGoBackTo();
  return useCallback((to) => void goBackTo(to), [goBackTo]);
}

/**
 * For links up to the list that a record was opened from: a click goes back to it as it was left,
 * filtered and at its place, where it lies below in the history. With a key held down, or from
 * elsewhere, the link does what links do.
 */
export function useBackOnClick(to: string): (event: MouseEvent<HTMLAnchorElement>) => void {
  const router = useRouter();
  return (event) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || event.button !== 0 || pathBelow(router) !== splitAddress(to).path) return;
    event.preventDefault();
    router.history.back();
  };
}

/** Goes to the page below in the history where it is that one; elsewhere it takes the page's place. */
function useGoBackTo(): (to: string) => Promise<void> {
  const router = useRouter();
  return useCallback(
    (to) => {
      const { path, search } = splitAddress(to);
      if (pathBelow(router) !== path) return router.navigate({ to: path, search, replace: true });
      return new Promise((done) => {
        const forget = router.subscribe("onResolved", () => {
          forget();
          done();
        });
        router.history.back();
      });
    },
    [router],
  );
}

/**
 * Does what makes the page's record disappear and then goes elsewhere, back to the list where it
 * was left: `await leave("/groups", () => call(deleteGroup, …))`. Where to may follow from what was
 * done. When the call fails the page stays.
 */
export function useLeave(): <T>(
  to: string | ((result: T) => string),
  task: () => Promise<T>,
) => Promise<T> {
  const goBackTo = useGoBackTo();
  return useCallback(
    (to, task) =>
      holdUpdates(async () => {
        const result = await task();
        await goBackTo(typeof to === "string" ? to : to(result));
        return result;
      }),
    [goBackTo],
  );
}

/** The values of the page's path: `const { groupId } = usePathParams("groupId")`. */
export function usePathParams<const Name extends string>(...names: Name[]): Record<Name, string> {
  const params: Record<string, unknown> = useParams({ strict: false });
  return Object.fromEntries(names.map((name) => [name, String(params[name] ?? "")])) as Record<
    Name,
    string
  >;
}

/** The rest of the path of a page that ends in `$`. */
export function useRestOfPath(): string {
  const params: Record<string, unknown> = useParams({ strict: false });
  return String(params["_splat"] ?? "");
}

/** Returns the address of a page in a state: `/messaging/compose?reply=0193…`. */
export function pageAddress<Path extends keyof PageSearch>(
  path: Path,
  state: Partial<PageSearch[Path]>,
): string {
  return path + stringifySearch(state);
}

/** What is empty has no place in an address. */
export function withoutEmpty(search: Record<string, unknown>): Record<string, string | string[]> {
  const entries: [string, string | string[]][] = [];
  for (const [name, value] of Object.entries(search)) {
    if (Array.isArray(value) && value.length > 0) entries.push([name, value.map(String)]);
    else if (value !== undefined && value !== null && value !== "" && !Array.isArray(value))
      entries.push([name, String(value)]);
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
export function splitAddress(to: string): {
  path: string;
  search: Record<string, string | string[]>;
} {
  const [path = "/", query = ""] = to.split("?");
  return { path, search: parseSearch(query) };
}
