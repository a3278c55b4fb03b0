import type { Permission } from "#platform/contract/permissions.ts";
import { mayChangeMembers } from "#modules/members/server/public.ts";
import { type Holder, holdsPermission, listOfOpened } from "#modules/members/server/public.ts";
import type { GroupDecision } from "../../../import-contract.ts";
import { foldName } from "../matching/persons.ts";
import type { ImportRules } from "../stored-values.ts";

export interface KnownGroup {
  id: string;
  name: string;
  parent_id: string | null;
  parent_name: string | null;
  permissions: readonly Permission[];
}

/**
 * What a group's name in a file means: a group of the club, one to be made (by its path), none, or
 * a problem; `open`: one that goes once somebody says which group is meant.
 */
export type MeantGroup =
  | { kind: "GROUP"; group: KnownGroup }
  | { kind: "NEW"; parent: string | null; name: string }
  | { kind: "NONE" }
  | { kind: "PROBLEM"; message: string; open: boolean };

const NEW = "new:";
const ARROW = "->";

/** How a group that is still to be made stands in a row. */
export function newGroupKey(parent: string | null, name: string): string {
  return `${NEW}${parent === null ? "" : `${parent}${ARROW}`}${name}`;
}

export function parsedGroupKey(key: string): { parent: string | null; name: string } | undefined {
  return key.startsWith(NEW) ? pathOf(key.slice(NEW.length)) : undefined;
}

function pathOf(text: string): { parent: string | null; name: string } {
  const at = text.lastIndexOf(ARROW);
  return at < 0
    ? { parent: null, name: text.trim() }
    : { parent: text.slice(0, at).trim(), name: text.slice(at + ARROW.length).trim() };
}

/** Understands the names of groups in a file, once for all its rows. */
export class GroupNames {
  readonly groups: readonly KnownGroup[];
  readonly #rules: Pick<ImportRules, "unknownGroups" | "groupDecisions">;
  readonly #actor: Holder;
  /** By group: what it opens beyond what the actor may open. */
  readonly #opened: ReadonlyMap<string, readonly string[]>;
  readonly #byName: Map<string, KnownGroup[]>;
  readonly #byPath: Map<string, KnownGroup>;
  readonly #byId: Map<string, KnownGroup>;
  readonly #decisions: Map<string, GroupDecision>;

  constructor(
    groups: readonly KnownGroup[],
    rules: Pick<ImportRules, "unknownGroups" | "groupDecisions">,
    actor: Holder,
    opened: ReadonlyMap<string, readonly string[]> = new Map(),
  ) {
    this.groups = groups;
    this.#rules = rules;
    this.#actor = actor;
    this.#opened = opened;
    this.#byName = Map.groupBy(groups, ({ name }) => foldName(name));
    this.#byPath = new Map(groups.map((group) => [pathKey(group.parent_name, group.name), group]));
    this.#byId = new Map(groups.map((group) => [group.id, group]));
    this.#decisions = new Map(
      rules.groupDecisions.map((decision) => [decisionKey(decision.name), decision]),
    );
  }

  byId(id: string): KnownGroup | undefined {
    return this.#byId.get(id);
  }

  decisionFor(name: string): GroupDecision | undefined {
    return this.#decisions.get(decisionKey(name));
  }

  /** `beside`: all names of the same row; they tell two teams of the same name apart. */
  meaning(name: string, beside: readonly string[] = []): MeantGroup {
    const meant = this.#decided(name) ?? this.#known(name, beside) ?? this.#unknown(name);
    if (meant.kind === "GROUP") return this.allowed(meant.group);
    if (meant.kind === "NEW" && !holdsPermission(this.#actor, "MANAGE_GROUP"))
      return {
        kind: "PROBLEM",
        open: true,
        message: `Die Gruppe „${name}“ gibt es nicht, und Sie dürfen keine anlegen.`,
      };
    return meant;
  }

  /** The group, or a problem where the actor may not add anybody to it. */
  allowed(group: KnownGroup): MeantGroup {
    return mayChangeMembers(this.#actor, group)
      ? { kind: "GROUP", group }
      : {
          kind: "PROBLEM",
          open: false,
          message: `In die Gruppe „${group.name}“ dürfen Sie niemanden aufnehmen.`,
        };
  }

  /** Returns why the actor may put nobody newly into the group; undefined where they may. */
  refusalToJoin({ id, name }: Pick<KnownGroup, "id" | "name">): string | undefined {
    const names = this.#opened.get(id);
    if (names === undefined) return undefined;
    return `In die Gruppe „${name}“ dürfen Sie niemanden aufnehmen: Sie öffnet ${listOfOpened(names)}, was Sie selbst nicht öffnen dürfen.`;
  }

  /** The same of a group that is made below one of the club's. */
  refusalToJoinBelow(parent: string | null): string | undefined {
    const above = parent === null ? undefined : this.#byPath.get(pathKey(null, parent));
    return above && this.refusalToJoin(above);
  }

  #decided(name: string): MeantGroup | undefined {
    const decision = this.decisionFor(name);
    if (decision === undefined) return undefined;
    if (decision.action === "IGNORE") return { kind: "NONE" };
    if (decision.action === "CREATE") {
      const path = pathOf(name);
      return this.#made(decision.parent ?? path.parent, path.name);
    }
    const group = decision.groupId === null ? undefined : this.#byId.get(decision.groupId);
    return group === undefined
      ? {
          kind: "PROBLEM",
          open: true,
          message: `Die Gruppe, die „${name}“ bedeuten soll, gibt es nicht mehr.`,
        }
      : { kind: "GROUP", group };
  }

  #known(name: string, beside: readonly string[]): MeantGroup | undefined {
    const path = pathOf(name);
    if (path.parent !== null) {
      const group = this.#byPath.get(pathKey(path.parent, path.name));
      return group && { kind: "GROUP", group };
    }
    const found = this.#byName.get(foldName(name)) ?? [];
    const [first, ...others] = found;
    if (first === undefined) return undefined;
    if (others.length === 0) return { kind: "GROUP", group: first };
    const named = new Set(beside.map(foldName));
    const below = found.filter(
      ({ parent_name: parent }) => parent !== null && named.has(foldName(parent)),
    );
    if (below.length === 1 && below[0] !== undefined) return { kind: "GROUP", group: below[0] };
    const paths = found
      .map(({ name: own, parent_name: parent }) =>
        parent === null ? own : `${parent}${ARROW}${own}`,
      )
      .join(", ");
    return {
      kind: "PROBLEM",
      open: true,
      message: `Die Gruppe „${name}“ gibt es mehrmals: ${paths}.`,
    };
  }

  #unknown(name: string): MeantGroup {
    switch (this.#rules.unknownGroups) {
      case "CREATE": {
        const { parent, name: own } = pathOf(name);
        return this.#made(parent, own);
      }
      case "IGNORE":
        return { kind: "NONE" };
      case "FAULTY":
        return { kind: "PROBLEM", open: true, message: `Die Gruppe „${name}“ gibt es nicht.` };
    }
  }

  /** Made once, whatever the spelling, and not at all where it is there by now. */
  #made(parent: string | null, name: string): MeantGroup {
    const group = this.#byPath.get(pathKey(parent, name));
    return group === undefined ? { kind: "NEW", parent, name } : { kind: "GROUP", group };
  }
}

function pathKey(parent: string | null, name: string): string {
  return `${parent === null ? "" : foldName(parent)}${ARROW}${foldName(name)}`;
}

/** Two spellings of a name, or of its path, are decided about together. */
export function decisionKey(name: string): string {
  const { parent, name: own } = pathOf(name);
  return pathKey(parent, own);
}
