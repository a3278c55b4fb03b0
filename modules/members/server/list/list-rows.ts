import { PERMISSIONS, type Permission } from "#platform/contract/permissions.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { RowField } from "../../contract.ts";
import { holdsPermission, rightsOnMember, seesProtectedFields } from "../rights/permissions.ts";
import type { ListRow, selectNamedGroups, WantedRow } from "./list-row-queries.ts";

/** A group as members' rows name it. */
interface NamedGroup {
  /** In the order in which a member's groups stand. */
  place: number;
  /** An object that is not closed: what the membership says is put to it. */
  json: string;
  permissions: readonly Permission[];
}

/** The club's groups by id. */
export type NamedGroups = ReadonlyMap<string, NamedGroup>;

export function namedGroups(groups: Awaited<ReturnType<typeof selectNamedGroups>>): NamedGroups {
  return new Map(
    groups.map(({ permissions, ...names }, place) => [
      names.id,
      { place, json: JSON.stringify(names).slice(0, -1), permissions },
    ]),
  );
}

/** Returns what has to be read for rows with these fields, and for what the reader may do. */
export function wantedRow(fields: readonly RowField[], reader: Principal): WantedRow {
  const manages = holdsPermission(reader, "MANAGE_USER");
  const wanted = new Set(fields);
  return {
    fields: wanted,
    seesProtected: seesProtectedFields(reader),
    login: manages,
    // Nobody has more rights than an administrator.
    memberships: wanted.has("groups") || (manages && !reader.isAdmin),
  };
}

/** Length of an id, with which the line of a membership begins. */
const ID = 36;

/** Returns whether all groups of the rows are among these. */
export function knowsGroups(groups: NamedGroups, rows: readonly ListRow[]): boolean {
  return rows.every(
    ({ memberships }) =>
      memberships === null ||
      memberships.split("\n").every((line) => groups.has(line.slice(0, ID))),
  );
}

/**
 * Returns the rows as JSON. What the reader may do is found out once for all members who are alike
 * in what it depends on.
 */
export function listRowTexts(
  rows: readonly ListRow[],
  { fields }: WantedRow,
  groups: NamedGroups,
  reader: Principal,
): string[] {
  const showsGroups = fields.has("groups");
  const rights = new Map<string, string>();
  return rows.map(({ row, held, login_state, memberships }) => {
    const own = ownGroups(memberships, groups);
    const throughGroups = own.flatMap(({ group }) => group.permissions);
    const key = `${held} ${login_state} ${throughGroups.join()}`;
    let can = rights.get(key);
    if (can === undefined) {
      can = JSON.stringify(
        rightsOnMember(reader, {
          isAdmin: held.startsWith("t"),
          permissions: [...permissionsIn(held), ...throughGroups],
          loginState: login_state ?? "NONE",
          inTrash: false,
        }),
      );
      rights.set(key, can);
    }
    const shown = showsGroups ? `,"groups":[${own.map(({ json }) => json).join(",")}]` : "";
    return `${row}${shown},"can":${can}}`;
  });
}

interface OwnGroup {
  group: NamedGroup;
  json: string;
}

function ownGroups(memberships: string | null, groups: NamedGroups): OwnGroup[] {
  if (memberships === null) return [];
  const own = memberships.split("\n").map((line) => {
    const group = groups.get(line.slice(0, ID));
    if (group === undefined) throw new Error("a membership names a group that is not there");
    return { group, json: `${group.json}${line.slice(ID)}}` };
  });
  return own.length === 1 ? own : own.sort((a, b) => a.group.place - b.group.place);
}

/** Returns the permissions in `held`: `f{QUERY_USER,MANAGE_USER}`. */
function permissionsIn(held: string): Permission[] {
  const words = new Set(held.slice(2, -1).split(","));
  return PERMISSIONS.filter((permission) => words.has(permission));
}
