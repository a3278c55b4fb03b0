import { isSchema, type RouteDefinition } from "#platform/contract/route.ts";
import { tenant } from "../session/tenant.ts";

/** A request of the page, taken apart as the server would. */
export interface Incoming {
  method: string;
  path: string;
  query: Readonly<Record<string, string | string[]>>;
  headers: Headers;
  body: Blob;
}

/** Returns a function from a path to the route's raw path values; undefined for other paths. */
export function pathMatcher(
  route: RouteDefinition,
): (path: string) => Record<string, string> | undefined {
  const base = route.access === "public" ? `/public/${tenant()}` : `/${tenant()}/api`;
  const names: string[] = [];
  const pattern = route.path.replace(/\/?\{(\w+)(\*?)\}/g, (found, name: string, deep: string) => {
    names.push(name);
    if (deep !== "") return "(?:/(.*))?";
    return found.startsWith("/") ? "/([^/]+)" : "(.*)";
  });
  const expression = new RegExp(`^${base}${pattern}$`);
  return (path) => {
    const found = expression.exec(path);
    if (found === null) return undefined;
    return Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]),
    );
  };
}

/** Returns how a route is called in messages: `GET /group/{id}`. */
export function nameOf({ method, path }: RouteDefinition): string {
  return `${method} ${path}`;
}

/** Parses one part of a call; throws an Error that names what the contract refuses. */
export function parsePart(schema: unknown, value: unknown, where: string): unknown {
  if (!isSchema(schema)) {
    if (value === undefined || Object.keys(value as object).length === 0) return undefined;
    throw new Error(`${where} is sent although the contract knows none: ${JSON.stringify(value)}`);
  }
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    (issue) => `${issue.path.join(".") || where}: ${issue.message}`,
  );
  throw new Error(
    `${where} ${JSON.stringify(value)} is refused by the contract: ${issues.join("; ")}`,
  );
}
