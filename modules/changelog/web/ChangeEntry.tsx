import { Badge, Button, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Undo2 } from "lucide-react";
import { formatDateTime } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/navigation.tsx";
import { WAY_LABELS, type Change } from "../contract.ts";
import { ownerOf, whatHappened, type ShownChange } from "./change-words.ts";
import classes from "./history.module.css";
import { revertLabel, spokenRevertLabel } from "./revert-words.ts";
import { shownValue } from "./shown-value.ts";

export interface ChangeEntryProps {
  change: ShownChange;
  /** False on the member's own page, where the name stands in the head. */
  showsRecord: boolean;
  /** Only where the reader may take it back; without fields all of it. */
  onRevert?: (fields?: string[]) => void;
  /** Only where an import made it. */
  onShowImport?: () => void;
}

/** One save: who, when, by which way, which record, and per field old and new value. */
export function ChangeEntry({ change, showsRecord, onRevert, onShowImport }: ChangeEntryProps) {
  return (
    <li className={classes.entry} data-keep-together>
      <div className={classes.head}>
        <div className={classes.words}>
          <p className={classes.title}>
            <EntryTitle change={change} showsRecord={showsRecord} />
          </p>
          <p className={classes.meta}>
            <time dateTime={change.at}>{formatDateTime(change.at)}</time> · {change.actor.name} ·{" "}
            {onShowImport ? (
              <UnstyledButton className={classes.importLink ?? ""} onClick={onShowImport}>
                {WAY_LABELS[change.way]}: alle Änderungen zeigen
              </UnstyledButton>
            ) : (
              WAY_LABELS[change.way]
            )}
          </p>
        </div>
        {onRevert && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<Undo2 size={14} aria-hidden />}
            onClick={() => onRevert()}
            aria-label={spokenRevertLabel(change)}
            data-no-print
          >
            {revertLabel(change)}
          </Button>
        )}
      </div>
      {change.changes.length > 0 && (
        <ul className={classes.fields}>
          {change.changes.map((one) => (
            <FieldChange
              key={one.field}
              change={one}
              operation={change.operation}
              {...(onRevert &&
                change.operation === "UPDATE" &&
                change.changes.length > 1 && { onRevert: () => onRevert([one.field]) })}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

function EntryTitle({ change, showsRecord }: Pick<ChangeEntryProps, "change" | "showsRecord">) {
  const { type, id, name } = change.record;
  const owner = ownerOf(change);
  return (
    <>
      {showsRecord && owner && <AppLink to={`/users/${owner.id}`}>{owner.name}</AppLink>}
      {showsRecord && type === "GROUP" && <AppLink to={`/groups/${id}`}>{name}</AppLink>}
      <span className={classes.what}>{whatHappened(change, owner?.name ?? "")}</span>
    </>
  );
}

interface FieldChangeProps {
  change: Change["changes"][number];
  operation: Change["operation"];
  onRevert?: () => void;
}

function FieldChange({ change, operation, onRevert }: FieldChangeProps) {
  return (
    <li className={classes.field}>
      <span className={classes.label}>{change.label}</span>
      {change.masked ? (
        <Badge variant="light" color="gray" tt="none" fw={500}>
          geändert, Werte für Sie nicht sichtbar
        </Badge>
      ) : (
        <span className={classes.values}>
          {operation !== "CREATE" && <Value text={shownValue(change.field, change.oldValue)} old />}
          {operation === "UPDATE" && (
            <>
              <span aria-hidden> → </span>
              <VisuallyHidden> geändert in </VisuallyHidden>
            </>
          )}
          {operation !== "DELETE" && <Value text={shownValue(change.field, change.newValue)} />}
        </span>
      )}
      {onRevert && (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={onRevert}
          aria-label={`Nur ${change.label} zurücknehmen`}
          data-no-print
        >
          Nur dieses Feld zurücknehmen
        </Button>
      )}
    </li>
  );
}

function Value({ text, old = false }: { text: string; old?: boolean }) {
  if (text === "") return <em className={classes.nothing}>leer</em>;
  return old ? (
    <del className={classes.old}>{text}</del>
  ) : (
    <ins className={classes.new}>{text}</ins>
  );
}
