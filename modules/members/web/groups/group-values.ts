import { PERMISSION_LABELS, type Permission } from "#platform/contract/permissions.ts";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { GROUP_COLOR_LABELS, type Group } from "../../groups-contract.ts";

/** The writable fields of a group as its form holds them. */
export interface GroupValues extends Record<string, unknown> {
  name: string;
  parentId: string | null;
  description: string;
  color: Group["color"];
  permissions: Permission[];
  forNewMembers: boolean;
}

export const NEW_GROUP: GroupValues = {
  name: "",
  parentId: null,
  description: "",
  color: null,
  permissions: [],
  forNewMembers: false,
};

export function valuesOf(group: Group): GroupValues {
  return {
    name: group.name,
    parentId: group.parent?.id ?? null,
    description: group.description ?? "",
    color: group.color,
    permissions: group.permissions,
    forNewMembers: group.forNewMembers,
  };
}

/** A value of the form as a reader understands it, for the choice after a conflict. */
export function shownValue(groups: readonly Group[], field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "leer";
  if (field === "parentId") {
    const parent = groups.find((group) => group.id === value);
    return parent ? groupPrefixed(parent) : "eine gelöschte Gruppe";
  }
  if (field === "forNewMembers") return value === true ? "ja" : "nein";
  if (field === "color") return GROUP_COLOR_LABELS[value as NonNullable<Group["color"]>];
  if (field === "permissions") {
    const permissions = value as Permission[];
    return permissions.length === 0
      ? "keine"
      : permissions.map((permission) => PERMISSION_LABELS[permission]).join(", ");
  }
  return String(value);
}
