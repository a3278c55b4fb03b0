import { ActionIcon, Button, Group as Row, Stack, Text, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import type { HeaderLine } from "./source-values.ts";

interface HeaderFieldsProps {
  /** Null: those that the server keeps stay. */
  value: HeaderLine[] | null;
  /** Names of those the server keeps. */
  kept: readonly string[];
  onChange: (value: HeaderLine[] | null) => void;
  error: unknown;
}

/** Secrets are written once and never shown again. */
export function HeaderFields({ value, kept, onChange, error }: HeaderFieldsProps) {
  return (
    <div id={fieldId("headers")} role="group" aria-label="Zugangsdaten">
      <Text size="sm" fw={500}>
        Zugangsdaten
      </Text>
      <Text size="sm" c="dimmed" mb={6}>
        Kopfzeilen, die mit der Anfrage gesendet werden, zum Beispiel „Authorization“. Die Werte
        werden verschlüsselt gespeichert und nicht wieder angezeigt.
      </Text>
      {value === null ? (
        <KeptHeaders kept={kept} onChange={onChange} />
      ) : (
        <HeaderLines value={value} kept={kept} onChange={onChange} />
      )}
      {error !== undefined && (
        <Text size="sm" c="var(--danger-text)">
          {String(error)}
        </Text>
      )}
    </div>
  );
}

function KeptHeaders({ kept, onChange }: Pick<HeaderFieldsProps, "kept" | "onChange">) {
  return (
    <Row gap="sm">
      <Text size="sm">Gespeichert: {kept.join(", ")}</Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onChange([...kept.map((name) => ({ name, value: "" }))])}
      >
        Neu eingeben
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange([])}>
        Entfernen
      </Button>
    </Row>
  );
}

function HeaderLines({
  value,
  kept,
  onChange,
}: Omit<HeaderFieldsProps, "error"> & { value: HeaderLine[] }) {
  return (
    <Stack gap="xs">
      {value.map((line, index) => (
        <HeaderLineFields
          // Lines have no name of their own; they are only added at the end and taken away.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          line={line}
          number={index + 1}
          onChange={(changed) =>
            onChange(value.map((other, at) => (at === index ? changed : other)))
          }
          onRemove={() => onChange(value.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() =>
            onChange([...value, { name: value.length === 0 ? "Authorization" : "", value: "" }])
          }
        >
          Kopfzeile
        </Button>
        {kept.length > 0 && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange(null)}>
            Gespeicherte behalten
          </Button>
        )}
      </div>
    </Stack>
  );
}

interface HeaderLineFieldsProps {
  line: HeaderLine;
  number: number;
  onChange: (line: HeaderLine) => void;
  onRemove: () => void;
}

function HeaderLineFields({ line, number, onChange, onRemove }: HeaderLineFieldsProps) {
  return (
    <Row gap="xs" wrap="nowrap" align="flex-start">
      <TextInput
        aria-label={`Name der Kopfzeile ${number}`}
        placeholder="Authorization"
        value={line.name}
        onChange={(event) => onChange({ ...line, name: event.currentTarget.value })}
        maxLength={100}
        autoComplete="off"
        flex="1 1 10rem"
      />
      <TextInput
        aria-label={`Wert der Kopfzeile ${number}`}
        placeholder="Bearer …"
        type="password"
        value={line.value}
        onChange={(event) => onChange({ ...line, value: event.currentTarget.value })}
        maxLength={4000}
        autoComplete="off"
        flex="2 1 12rem"
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Kopfzeile ${number} entfernen`}
        onClick={onRemove}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </Row>
  );
}
