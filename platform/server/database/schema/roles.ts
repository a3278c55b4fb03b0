import type pg from "pg";
import type { SqlFile } from "./schema-files.ts";

/**
 * `db/` calls the roles `vereinsheim_app`, `vereinsheim_lookup` and `vereinsheim_search`. Roles
 * belong to a whole PostgreSQL, so each installation has its own, named after its database: whoever
 * is in one's can do nothing in another's.
 */
const WRITTEN = /\bvereinsheim_(app|lookup|search)\b/g;

/** Room for the longest ending within PostgreSQL's 63. */
const MOST_LETTERS = 54;

export interface Roles {
  app: string;
  lookup: string;
  search: string;
}

/** Returns the names of an installation's roles, as far as there are tables; else those to be made. */
export async function rolesOf(client: pg.ClientBase): Promise<Roles> {
  return named((await prefixInUse(client)) ?? (await freePrefix(client)));
}

/** Returns the file's text for these roles. */
export function withRoles({ sql }: SqlFile, roles: Roles): string {
  return sql.replaceAll(WRITTEN, (_written, role: keyof Roles) => roles[role]);
}

/** Functions whose owner decides what they see, each as `db/` says it. */
export function ownersIn(files: readonly SqlFile[], roles: Roles): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of files) {
    for (const [, signature = "", owner = ""] of withRoles(file, roles).matchAll(
      /ALTER FUNCTION\s+([^;]+?)\s+OWNER TO\s+(\w+)\s*;/g,
    ))
      owners.set(signature, owner);
  }
  return owners;
}

/** Returns the functions of these that are owned by somebody else. */
export async function wrongOwners(
  client: pg.ClientBase,
  owners: ReadonlyMap<string, string>,
): Promise<{ signature: string; owner: string; expected: string }[]> {
  const { rows } = await client.query<{ signature: string; owner: string; expected: string }>(
    `SELECT given.signature, r.rolname AS owner, given.expected
     FROM unnest($1::text[], $2::text[]) AS given (signature, expected)
     JOIN pg_proc p ON p.oid = to_regprocedure(given.signature) JOIN pg_roles r ON r.oid = p.proowner
     WHERE r.rolname <> given.expected ORDER BY 1`,
    [[...owners.keys()], [...owners.values()]],
  );
  return rows;
}

/** Returns the functions that act with their owner's rights for everybody who logs in. */
export async function openDefiners(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `SELECT p.oid::regprocedure::text AS signature FROM pg_proc p
     WHERE p.prosecdef AND p.pronamespace IN (to_regnamespace('public'), to_regnamespace('operations'))
       AND (p.proacl IS NULL OR EXISTS (SELECT FROM aclexplode(p.proacl) WHERE grantee = 0))
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
     ORDER BY 1`,
  );
  return rows.map((row) => row.signature);
}

function named(prefix: string): Roles {
  return { app: `${prefix}_app`, lookup: `${prefix}_lookup`, search: `${prefix}_search` };
}

/** A policy keeps its role, whatever became of owners and privileges on the way. */
async function prefixInUse(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ prefix: string }>(
    `SELECT regexp_replace(r.rolname, '_lookup$', '') AS prefix
     FROM pg_policy p JOIN pg_roles r ON r.oid = p.polroles[1]
     WHERE p.polrelid = to_regclass('public.tenant') AND p.polname = 'lookup'`,
  );
  return rows[0]?.prefix;
}

/** Names after the database; another number where another database's roles have them. */
async function freePrefix(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string; taken: string[] }>(
    `SELECT current_database() AS name, array(
       SELECT DISTINCT r.rolname::text FROM pg_roles r JOIN pg_shdepend d
         ON d.refclassid = 'pg_authid'::regclass AND d.refobjid = r.oid
       WHERE d.dbid NOT IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
     ) AS taken`,
  );
  const { name = "", taken = [] } = rows[0] ?? {};
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, "_")
    .replace(/^(?=\d)/, "v");
  const others = new Set(taken);
  for (let number = 1; ; number++) {
    const ending = number === 1 ? "" : `_${number}`;
    const prefix = `${plain.slice(0, MOST_LETTERS - ending.length)}${ending}`;
    if (Object.values(named(prefix)).every((role) => !others.has(role))) return prefix;
  }
}
