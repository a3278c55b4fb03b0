import { CloseButton, Input, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { UserRound, UsersRound } from "lucide-react";
import { useState } from "react";
import { groupTreeQuery } from "#modules/members/web/public.ts";
import { MemberSelect, useMemberName } from "#modules/members/web/public.ts";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { useCan } from "#platform/web/session/me.tsx";
import {
  GRANT_ACCESS,
  GRANT_ACCESS_LABELS,
  GRANT_SUBJECT_LABELS,
  type Grant,
  type GrantAccess,
  type GrantLine,
} from "../contract.ts";
import { withAccess } from "./grant-words.ts";
import classes from "./grants.module.css";

const ACCESS_CHOICES = GRANT_ACCESS.map((access) => ({
  value: access,
  label: GRANT_ACCESS_LABELS[access],
}));
const NO_ACCESS = "NONE";

export interface GrantsFieldProps {
  /** Prefix of the inputs' ids; the first input carries it itself. */
  id: string;
  label?: string;
  description?: string;
  value: readonly GrantLine[];
  onChange: (lines: GrantLine[]) => void;
  /** The grants as they were read: names of groups and members that the reader cannot look up. */
  known?: readonly Grant[];
  error?: string | undefined;
}

/**
 * Who may use a calendar or a share: everybody, groups (with their sub-groups), single members;
 * reading or writing.
 */
export function GrantsField({
  id,
  label = "Wer darf das nutzen?",
  description,
  value,
  onChange,
  known = [],
  error,
}: GrantsFieldProps) {
  const groups = useGroups();
  const everybody = value.find((line) => line.subject === "ALL");
  const others = value.filter((line) => line.subject !== "ALL");
  const set = (line: Pick<GrantLine, "subject" | "id">, access: GrantAccess | null) =>
    onChange(withAccess(value, line.subject, line.id, access));
  const nameOf = (line: GrantLine) => {
    const group = groups.find((one) => one.id === line.id);
    return group
      ? groupPrefixed(group)
      : known.find((grant) => grant.subject === line.subject && grant.id === line.id)?.name;
  };
  return (
    <fieldset
      className={classes.field}
      aria-describedby={description === undefined ? undefined : `${id}-help`}
    >
      <Input.Label component="legend">{label}</Input.Label>
      <ul className={classes.lines}>
        <li className={classes.line}>
          <UsersRound size={18} aria-hidden />
          <span className={classes.name}>{GRANT_SUBJECT_LABELS.ALL}</span>
          <Select
            id={id}
            className={classes.access ?? ""}
            aria-label={`Zugriff: ${GRANT_SUBJECT_LABELS.ALL}`}
            allowDeselect={false}
            data={[{ value: NO_ACCESS, label: "Kein Zugriff" }, ...ACCESS_CHOICES]}
            value={everybody?.access ?? NO_ACCESS}
            onChange={(choice) =>
              set(
                { subject: "ALL", id: null },
                choice === NO_ACCESS ? null : (choice as GrantAccess),
              )
            }
          />
          <span className={classes.remove} />
        </li>
        {others.map((line) => (
          <Line
            key={`${line.subject} ${line.id}`}
            line={line}
            name={nameOf(line)}
            onChange={(access) => set(line, access)}
          />
        ))}
      </ul>
      <AddLine
        id={id}
        taken={value}
        onAdd={(subject, subjectId) => set({ subject, id: subjectId }, "READ")}
      />
      {description !== undefined && (
        <Input.Description id={`${id}-help`}>{description}</Input.Description>
      )}
      {error !== undefined && <Input.Error mt={4}>{error}</Input.Error>}
    </fieldset>
  );
}

function Line({
  line,
  name,
  onChange,
}: {
  line: GrantLine;
  name: string | undefined;
  onChange: (access: GrantAccess | null) => void;
}) {
  const seesMembers = useCan("QUERY_USER");
  const lookedUp = useMemberName(
    line.subject === "USER" && name === undefined && seesMembers ? line.id : null,
  );
  const shown = name ?? lookedUp ?? GRANT_SUBJECT_LABELS[line.subject];
  return (
    <li className={classes.line}>
      {line.subject === "GROUP" ? (
        <UsersRound size={18} aria-hidden />
      ) : (
        <UserRound size={18} aria-hidden />
      )}
      <span className={classes.name}>{shown}</span>
      <Select
        className={classes.access ?? ""}
        aria-label={`Zugriff: ${shown}`}
        allowDeselect={false}
        data={ACCESS_CHOICES}
        value={line.access}
        onChange={(choice) => onChange(choice as GrantAccess)}
      />
      <CloseButton
        className={classes.remove ?? ""}
        size="lg"
        aria-label={`Zugriff entfernen: ${shown}`}
        onClick={() => onChange(null)}
      />
    </li>
  );
}

/** The pickers below the list; one that the reader may not use is not there. */
function AddLine({
  id,
  taken,
  onAdd,
}: {
  id: string;
  taken: readonly GrantLine[];
  onAdd: (subject: "GROUP" | "USER", id: string) => void;
}) {
  const groups = useGroups();
  const seesMembers = useCan("QUERY_USER");
  // A new key empties the picker for the next choice.
  const [round, setRound] = useState(0);
  const add = (subject: "GROUP" | "USER", chosen: string | null) => {
    if (chosen === null) return;
    if (!taken.some((line) => line.subject === subject && line.id === chosen))
      onAdd(subject, chosen);
    setRound(round + 1);
  };
  const free = groups.filter(
    (group) => !taken.some((line) => line.subject === "GROUP" && line.id === group.id),
  );
  return (
    <div className={classes.pickers}>
      {groups.length > 0 && (
        <Select
          key={`group ${round}`}
          id={`${id}-group`}
          aria-label="Gruppe hinzufügen"
          placeholder="Gruppe hinzufügen"
          searchable
          limit={200}
          data={free.map((group) => ({ value: group.id, label: groupPrefixed(group) }))}
          value={null}
          onChange={(chosen) => add("GROUP", chosen)}
        />
      )}
      {seesMembers && (
        <MemberSelect
          key={`user ${round}`}
          id={`${id}-user`}
          aria-label="Mitglied hinzufügen"
          placeholder="Mitglied hinzufügen"
          value={null}
          onChange={(chosen) => add("USER", chosen)}
        />
      )}
    </div>
  );
}

/** All groups, when the reader may see them. */
function useGroups() {
  const enabled = useCan("QUERY_GROUP");
  return useQuery({ ...groupTreeQuery, enabled }).data ?? [];
}
