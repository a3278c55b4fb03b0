import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useSelector } from "@tanstack/react-store";
import { useEffect, useRef, type ReactNode } from "react";
import type { Outcome } from "../../api/api-error.ts";
import { errorNotices } from "../../api/error-notices.ts";
import { LOST } from "../../api/error-texts.ts";
import { ConflictChoice } from "./ConflictChoice.tsx";
import { fieldId } from "./field-id.ts";
import { Form } from "./Form.tsx";
import type { ConflictState, RecordForm as RecordFormState } from "./record-form.ts";
import { useUnsavedGuard } from "./unsaved-guard.ts";

const TITLES: Readonly<Record<Outcome, string>> = {
  NONE: "Noch nicht gespeichert",
  SAVED: "Gespeichert",
  UNKNOWN: "Vielleicht schon gespeichert",
};

export interface RecordFormProps<V extends Record<string, unknown>> {
  record: RecordFormState<V> & Partial<ConflictState<V>>;
  /** The verb: "Mitglied anlegen". */
  saveLabel: string;
  onCancel?: () => void;
  /** German names of the fields, for the summary of errors. */
  fieldLabels?: Readonly<Record<string, string>>;
  /**
   * A value as a reader understands it, for the choice when someone else saved first; for forms of
   * `useVersionedForm`.
   */
  showValue?: ((field: string, value: unknown) => ReactNode) | undefined;
  /** A choice of the page's own instead. */
  conflictView?: ReactNode;
  children: ReactNode;
}

/**
 * A form in one column: summary of errors with jumps on top, Ctrl+Enter saves, leaving with changes
 * asks. The input with `data-autofocus` has the focus when the form opens. Give each input `{...form.getInputProps("field")} id={fieldId("field")}`, so that the jump
 * finds it.
 */
export function RecordForm<V extends Record<string, unknown>>(props: RecordFormProps<V>) {
  const { record } = props;
  const fields = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On touch screens the keyboard would cover the page.
    if (matchMedia("(pointer: coarse)").matches) return;
    const { current } = fields;
    if (!current?.contains(document.activeElement))
      current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, []);
  useUnsavedGuard(record.form.isDirty() && !record.saving);
  useEffect(() => {
    if (record.problem) summary.current?.focus();
  }, [record.problem]);

  return (
    <Form onSubmit={() => void record.save()}>
      <Stack ref={fields} gap="md" maw="40rem">
        {record.problem && (
          <Alert
            ref={summary}
            tabIndex={-1}
            color={record.problem.outcome === "SAVED" ? "accent" : "red"}
            variant="light"
            title={TITLES[record.problem.outcome ?? "NONE"]}
            role="alert"
          >
            <Problem {...props} sentence={record.problem.sentence} />
            {record.problem.fields.length > 0 && (
              <ul style={{ margin: "8px 0 0", paddingLeft: 20 }}>
                {record.problem.fields.map(({ path, message }) => (
                  <li key={path}>
                    <a
                      href={`#${fieldId(path)}`}
                      style={{ color: "inherit", fontWeight: 600 }}
                      onClick={(event) => jump(event, path)}
                    >
                      {props.fieldLabels?.[path] ?? path}
                    </a>
                    : {message}
                  </li>
                ))}
              </ul>
            )}
          </Alert>
        )}
        {props.children}
        {record.saving && <Checking />}
        <Group gap="sm" mt="xs">
          <Button type="submit" loading={record.saving} title="Strg+Eingabe">
            {props.saveLabel}
          </Button>
          {props.onCancel && (
            <Button variant="default" onClick={props.onCancel}>
              Abbrechen
            </Button>
          )}
        </Group>
      </Stack>
    </Form>
  );
}

/** What went wrong; when someone else saved first, the choice between the two states. */
function Problem<V extends Record<string, unknown>>(
  props: RecordFormProps<V> & { sentence: string },
): ReactNode {
  const { record, showValue, conflictView, fieldLabels = {}, sentence } = props;
  if (record.conflict !== undefined && conflictView !== undefined) return conflictView;
  const { base, theirValues, resolve } = record;
  if (
    base === undefined ||
    theirValues === undefined ||
    resolve === undefined ||
    showValue === undefined
  )
    return sentence;
  return (
    <ConflictChoice
      base={base.values}
      mine={record.form.values}
      theirs={theirValues}
      labels={fieldLabels}
      show={showValue}
      onResolve={resolve}
    />
  );
}

/** The router owns the address, so the jump is made by hand. */
function jump(event: { preventDefault(): void }, path: string): void {
  event.preventDefault();
  const field = document.getElementById(fieldId(path));
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}

/** Beside the button that was pressed: the list of errors may be out of sight. */
function Checking() {
  const isChecking = useSelector(errorNotices).some(({ text }) => text === LOST.checking);
  return isChecking && <Text aria-hidden>{LOST.checking}</Text>;
}
