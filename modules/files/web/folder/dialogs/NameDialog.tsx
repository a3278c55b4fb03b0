import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "#platform/web/api/api.ts";
import { Form } from "#platform/web/ui/form/Form.tsx";
import { problemOfName } from "../../../entry-path.ts";
import { extensionOf } from "../folder-state.ts";

export interface NameDialogProps {
  opened: boolean;
  title: string;
  label: string;
  initialName: string;
  saveLabel: string;
  /** Makes the call with `inForm: true`; what it throws is shown at the field. */
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name of a folder or file. */
export function NameDialog(props: NameDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      {props.opened && <NameForm {...props} />}
    </Modal>
  );
}

function NameForm({ label, initialName, saveLabel, onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState(initialName);
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const submit = async () => {
    const typed = name.trim();
    if (typed === initialName) return onClose();
    const problem = problemOfName(typed.normalize("NFC"));
    if (problem !== undefined) return setError(problem);
    setSaving(true);
    try {
      await onSave(typed);
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(
        failure.status === 409
          ? "Diesen Namen gibt es hier schon."
          : (failure.fieldErrors[0]?.message ?? failure.message),
      );
    } finally {
      setSaving(false);
    }
  };
  return (
    <Form onSubmit={() => void submit()}>
      <TextInput
        label={label}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={(event) => selectStem(event.currentTarget)}
        error={error}
        autoComplete="off"
        data-autofocus
      />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          Abbrechen
        </Button>
        <Button type="submit" loading={saving}>
          {saveLabel}
        </Button>
      </Group>
    </Form>
  );
}

/** The ending stays when the reader just types. */
function selectStem(input: HTMLInputElement): void {
  const extension = extensionOf(input.value);
  input.setSelectionRange(0, input.value.length - (extension === "" ? 0 : extension.length + 1));
}
