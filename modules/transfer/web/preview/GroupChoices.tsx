import { Button, Select, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { groupPrefixed, plural } from "#platform/web/format/format.ts";
import { importContract, type GroupDecision, type ImportRun } from "../../import-contract.ts";
import { useRunChanged } from "../sync/run-queries.ts";
import { CREATE, decisionOf, valueOf, withDecision, type GroupOfFile } from "./group-decisions.ts";
import { useGroupOptions } from "./group-options.ts";
import classes from "./preview.module.css";

/**
 * The groups that the file names, and for unknown ones the choice: an existing one, a new one, or
 * none.
 */
export function GroupChoices({ run, groups }: { run: ImportRun; groups: readonly GroupOfFile[] }) {
  const options = useGroupOptions();
  const [decisions, setDecisions] = useState<GroupDecision[]>([]);
  const { save, saving, problem } = useDecisions(run);
  const managesGroups = options.some(({ value }) => value === CREATE);
  const open = groups.filter(
    (group) =>
      group.problem !== null &&
      valueOf(decisions.find((one) => one.name === group.name) ?? group) === null,
  );
  const createAll = () =>
    setDecisions(
      open.reduce((list, { name }) => withDecision(list, decisionOf(name, CREATE)), decisions),
    );
  const choose = (name: string, value: string | null) =>
    value !== null && setDecisions(withDecision(decisions, decisionOf(name, value)));

  return (
    <>
      {managesGroups && open.length > 1 && (
        <Button
          mb="md"
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          classNames={{ root: classes.wrapping ?? "", label: classes.wrappingLabel ?? "" }}
          onClick={createAll}
        >
          Alle {open.length} unbekannten Gruppen neu anlegen
        </Button>
      )}
      <ul className={classes.groups}>
        {groups.map((group) => (
          <GroupChoice
            key={group.name}
            group={group}
            value={valueOf(decisions.find((one) => one.name === group.name) ?? group)}
            options={options}
            onChoose={(value) => choose(group.name, value)}
          />
        ))}
      </ul>
      {problem !== undefined && (
        <Text c="var(--danger-text)" mt="sm" role="alert">
          {problem}
        </Text>
      )}
      <Button
        mt="md"
        loading={saving}
        disabled={decisions.length === 0}
        onClick={() => void save(decisions)}
      >
        Entscheidungen anwenden
      </Button>
    </>
  );
}

/** Returns how decisions are saved beside those of the run, and what was wrong with them. */
function useDecisions(run: ImportRun) {
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const changed = useRunChanged();
  const save = async (decisions: readonly GroupDecision[]) => {
    setSaving(true);
    setProblem(undefined);
    try {
      const groupDecisions = decisions.reduce<GroupDecision[]>(
        (list, one) => withDecision(list, one),
        run.groupDecisions,
      );
      changed(
        await call(importContract.changeImportSettings, {
          params: { id: run.id },
          body: { groupDecisions },
          inForm: true,
        }),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fieldErrors[0]?.message ?? error.message);
      setSaving(false);
    }
  };
  return { save, saving, problem };
}

interface GroupChoiceProps {
  group: GroupOfFile;
  /** What was decided, or holds without a decision. */
  value: string | null;
  options: { value: string; label: string }[];
  onChoose: (value: string | null) => void;
}

function GroupChoice({ group, value, options, onChoose }: GroupChoiceProps) {
  const isOpen = group.problem !== null && value === null;
  const isKnown = group.problem === null && group.action === null && group.group !== null;
  return (
    <li data-open={isOpen || undefined}>
      <div>
        <span className={classes.rowName}>{group.name}</span>
        <div className={classes.quiet}>
          {plural(group.rows, "Zeile", "Zeilen")}
          {isOpen && ` · ${group.problem}`}
        </div>
      </div>
      {isKnown && group.group ? (
        <span>ist {groupPrefixed(group.group)}</span>
      ) : (
        <Select
          aria-label={`Was wird aus „${group.name}“?`}
          placeholder="bitte entscheiden"
          data={options}
          value={value}
          onChange={onChoose}
          searchable
          allowDeselect={false}
        />
      )}
    </li>
  );
}
