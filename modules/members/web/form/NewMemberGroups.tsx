import { MultiSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/links.tsx";
import { useCan } from "#platform/web/session/me.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { groupTreeQuery, newMemberGroupsQuery } from "../groups/queries.ts";
import { texts } from "../texts.ts";

interface NewMemberGroupsProps {
  /** Ids; undefined: those that are for new members. */
  value: readonly string[] | undefined;
  onChange: (groupIds: string[]) => void;
  error: ReactNode;
}

/** The groups that a new member joins: those for new members, and what the reader may give. */
export function NewMemberGroups({ value, onChange, error }: NewMemberGroupsProps) {
  const seesGroups = useCan("QUERY_GROUP");
  const groups = useQuery({ ...groupTreeQuery, enabled: seesGroups }).data ?? [];
  const forAll = useQuery(newMemberGroupsQuery).data;
  if (forAll === undefined) return null;
  const free = new Set(forAll.map(({ id }) => id));
  const others = groups.filter(({ id, can }) => !free.has(id) && can.includes("EDIT_MEMBERS"));
  const chosen = value ?? [...free];
  return (
    <>
      {forAll.length + others.length > 0 && (
        <MultiSelect
          id={fieldId("groupIds")}
          label={texts.form.groups}
          placeholder={chosen.length === 0 ? texts.form.groupsPlaceholder : ""}
          searchable
          hidePickedOptions
          data={[...forAll, ...others].map((group) => ({
            value: group.id,
            label: groupPrefixed(group),
          }))}
          value={[...chosen]}
          onChange={onChange}
          error={error}
        />
      )}
      {chosen.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.form.withoutGroup} {forAll.length === 0 && <NoneForNewMembers />}
        </Text>
      )}
    </>
  );
}

/** Where the club says which groups new members join. */
function NoneForNewMembers() {
  const managesGroups = useCan("MANAGE_GROUP");
  return (
    <>
      {texts.form.noNewMemberGroup}{" "}
      {managesGroups && (
        <AppLink td="underline" to="/groups">
          {texts.form.toGroups}
        </AppLink>
      )}
    </>
  );
}
