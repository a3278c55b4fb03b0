import { useForm, type FormErrors, type UseFormReturnType } from "@mantine/form";
import { useRef, useState } from "react";
import { ApiError, type Outcome } from "#platform/web/api/api-error.ts";

export interface FormProblem {
  /** What became of the values, where that is not "not saved yet". */
  outcome: "SAVED" | "UNKNOWN" | undefined;
  /** German sentence on top of the form. */
  sentence: string;
  /** Fields with their sentences, for the jumps. */
  fields: readonly { path: string; message: string }[];
}

export interface RecordForm<V extends Record<string, unknown>> {
  form: UseFormReturnType<V>;
  saving: boolean;
  problem: FormProblem | undefined;
  /** With 412: the record as the other person left it. */
  conflict: unknown;
  /**
   * Shows the other person's state no longer; the next save sends whatever version the page gives
   * it.
   */
  clearConflict: () => void;
  save: () => Promise<void>;
}

export interface RecordFormOptions<V extends Record<string, unknown>> {
  initialValues: V;
  /**
   * German sentences by field, checked before saving; the server's own follow in the same place.
   */
  validate?: (values: V) => FormErrors;
  /** Makes the call with `inForm: true`; what it throws is shown at the fields. */
  onSave: (values: V) => Promise<unknown>;
  /**
   * Is the state that a conflict shows what was sent when the answer got lost? Then the form stands
   * on it from now on, and saves once more.
   */
  standOnOwn?: (current: unknown, sent: V) => boolean;
}

/**
 * A form that keeps its input after a failure, shows the server's field errors at the fields and on
 * top, and holds the record of a conflict (412) for the page to show.
 */
export function useRecordForm<V extends Record<string, unknown>>(
  options: RecordFormOptions<V>,
): RecordForm<V> {
  const form = useForm<V>({ mode: "controlled", initialValues: options.initialValues });
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<FormProblem>();
  const [conflict, setConflict] = useState<unknown>();

  const showErrors = (errors: FormErrors, sentence: string, outcome?: Outcome) => {
    form.setErrors(errors);
    setProblem({
      outcome: outcome === "NONE" ? undefined : outcome,
      sentence,
      fields: Object.entries(errors).map(([path, message]) => ({ path, message: String(message) })),
    });
  };

  // What was sent when the answer got lost: it may be saved.
  const lost = useRef<V>(undefined);
  const saveOnOwn = async (values: V) => {
    try {
      await options.onSave(values);
    } catch (error) {
      const isOwn =
        error instanceof ApiError &&
        error.status === 412 &&
        lost.current !== undefined &&
        options.standOnOwn?.(error.problem.current, lost.current) === true;
      if (!isOwn) throw error;
      await options.onSave(values);
    }
  };

  const save = async () => {
    if (saving) return;
    form.clearErrors();
    setProblem(undefined);
    setConflict(undefined);
    const errors = options.validate?.(form.values) ?? {};
    if (Object.keys(errors).length > 0)
      return showErrors(errors, "Bitte prüfen Sie diese Angaben. Noch ist nichts gespeichert.");
    setSaving(true);
    try {
      await saveOnOwn(form.values);
      lost.current = undefined;
      form.resetDirty();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.outcome === "SAVED" || error.outcome === "UNKNOWN") lost.current = form.values;
      if (error.outcome === "SAVED") form.resetDirty();
      if (error.status === 412) setConflict(error.problem.current ?? null);
      showErrors(
        Object.fromEntries(error.fieldErrors.map((one) => [one.path, one.message])),
        sentenceOf(error),
        error.outcome,
      );
    } finally {
      setSaving(false);
    }
  };

  return { form, saving, problem, conflict, clearConflict: () => setConflict(undefined), save };
}

/** What is known when someone else saved first. */
export interface ConflictState<V extends Record<string, unknown>> {
  /** What the values stand on. */
  base: { values: V };
  /** As the other person left them; with 412 only. */
  theirValues: V | undefined;
  /** Goes on with these values on the other person's state. */
  resolve: (values: V) => void;
}

/** A form for a record that others may change at the same time. */
export interface VersionedForm<V extends Record<string, unknown>, R>
  extends RecordForm<V>, ConflictState<V> {
  theirs: R | undefined;
}

export interface VersionedFormOptions<V extends Record<string, unknown>, R> extends Omit<
  RecordFormOptions<V>,
  "onSave"
> {
  /** The record being changed; absent while one is being created. */
  stored: R | undefined;
  /** A record's writable values as the form holds them. */
  valuesOf: (record: R) => V;
  /**
   * `base` is what the values stand on: send its version. A form that stays open goes on from what
   * was saved.
   */
  onSave: (
    values: V,
    base: { values: V; record: R | undefined },
    standOn: (saved: R) => void,
  ) => Promise<unknown>;
}

/**
 * `useRecordForm` that knows which state the values stand on; `RecordForm` shows the choice after a
 * conflict.
 */
export function useVersionedForm<V extends Record<string, unknown>, R>(
  options: VersionedFormOptions<V, R>,
): VersionedForm<V, R> {
  const { stored, valuesOf, initialValues, onSave } = options;
  const [base, setBase] = useState({ values: initialValues, record: stored });
  // What is saved next stands on the latest, also before the page is drawn again.
  const latest = useRef(base);
  const standOn = (saved: R) => {
    latest.current = { values: valuesOf(saved), record: saved };
    setBase(latest.current);
  };
  const record = useRecordForm<V>({
    ...options,
    onSave: (values) => onSave(values, latest.current, standOn),
    standOnOwn: (current, sent) => {
      if (current === undefined || current === null) return false;
      const own = JSON.stringify(valuesOf(current as R)) === JSON.stringify(sent);
      if (own) standOn(current as R);
      return own;
    },
  });
  const theirs = (record.conflict ?? undefined) as R | undefined;
  const resolve = (values: V) => {
    record.form.setValues(values);
    if (theirs !== undefined) standOn(theirs);
    record.clearConflict();
  };
  return {
    ...record,
    base,
    theirs,
    theirValues: theirs === undefined ? undefined : valuesOf(theirs),
    resolve,
  };
}

function sentenceOf(error: ApiError): string {
  const isSaved = error.outcome === "SAVED";
  return error.isUnreachable && !isSaved
    ? `${error.message} Ihre Eingaben bleiben hier stehen.`
    : error.message;
}
