import {
  Checkbox,
  Group as Row,
  PasswordInput,
  Radio,
  Select,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
  Button,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FormErrors } from "@mantine/form";
import { filesContract } from "#modules/files/contract.ts";
import { call } from "#platform/web/api/api.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import {
  DESTINATION_LABELS,
  type DestinationKind,
  type DestinationValues,
} from "./target-values.ts";

interface DestinationFieldsProps {
  value: DestinationValues;
  onChange: (value: DestinationValues) => void;
  errors: FormErrors;
}

const EXPLAINED: Record<DestinationKind, string> = {
  DOWNLOAD: "Die Datei bleibt beim Lauf liegen und lässt sich hier herunterladen.",
  FILE_SHARE: "Unter Dokumente, für alle, die diese Ablage sehen dürfen.",
  EMAIL: "Als Anhang oder als Link, für den man sich anmelden muss.",
  HTTP_PUT: "Zum Beispiel Nextcloud oder ein anderer Speicher (WebDAV).",
};
const KINDS = Object.keys(DESTINATION_LABELS) as DestinationKind[];

/** Where the file goes. A copy always stays with the run, as proof. */
export function DestinationFields({ value, onChange, errors }: DestinationFieldsProps) {
  const set = (change: Partial<DestinationValues>) => onChange({ ...value, ...change });
  const error = (field: string) =>
    errors[`destination.${field}`] === undefined
      ? undefined
      : String(errors[`destination.${field}`]);
  return (
    <Stack gap="md">
      <Radio.Group
        id={fieldId("destination")}
        label="Wohin geht die Datei?"
        value={value.kind}
        onChange={(kind) => set({ kind: KINDS.find((one) => one === kind) ?? "DOWNLOAD" })}
        error={errors["destination"]}
      >
        <Stack gap="xs" mt={8}>
          {KINDS.map((kind) => (
            <Radio
              key={kind}
              value={kind}
              label={DESTINATION_LABELS[kind]}
              description={EXPLAINED[kind]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {value.kind === "FILE_SHARE" && <ShareFields value={value} set={set} error={error} />}
      {value.kind === "EMAIL" && <EmailFields value={value} set={set} error={error} />}
      {value.kind === "HTTP_PUT" && <AddressFields value={value} set={set} error={error} />}
    </Stack>
  );
}

interface PartProps {
  value: DestinationValues;
  set: (change: Partial<DestinationValues>) => void;
  error: (field: string) => string | undefined;
}

function ShareFields({ value, set, error }: PartProps) {
  const shares = useQuery({
    queryKey: ["file-share", "search", "export-destinations"],
    queryFn: ({ signal }) =>
      call(filesContract.searchFileShares, { query: { kind: "DOCUMENTS", size: 200 }, signal }),
    enabled: useCan(["QUERY_FILESHARE", "MANAGE_FILESHARE"]),
  });
  return (
    <>
      <Select
        id={fieldId("destination.shareId")}
        label="Ablage (Pflichtangabe)"
        data={shares.data?.content.map((share) => ({ value: share.id, label: share.name })) ?? []}
        value={value.shareId || null}
        onChange={(shareId) => set({ shareId: shareId ?? "" })}
        error={error("shareId")}
        searchable
      />
      <TextInput
        id={fieldId("destination.folder")}
        label="Ordner"
        description="Zum Beispiel Meldungen/Verband. Fehlt der Ordner, wird er angelegt. Leer: ganz oben."
        value={value.folder}
        onChange={(event) => set({ folder: event.currentTarget.value })}
        error={error("folder")}
        maxLength={500}
      />
      <Select
        label="Wenn es die Datei schon gibt"
        data={[
          { value: "REPLACE", label: "neue Fassung ablegen, die alte bleibt abrufbar" },
          { value: "RENAME", label: "mit einem anderen Namen daneben legen" },
          { value: "FAIL", label: "abbrechen" },
        ]}
        value={value.onConflict}
        onChange={(choice) =>
          set({ onConflict: choice === "RENAME" || choice === "FAIL" ? choice : "REPLACE" })
        }
        allowDeselect={false}
      />
    </>
  );
}

function EmailFields({ value, set, error }: PartProps) {
  return (
    <>
      <TagsInput
        id={fieldId("destination.recipients")}
        label="Empfänger (Pflichtangabe)"
        description="Jede Adresse mit der Eingabetaste abschließen. Die Datei enthält Daten Ihrer Mitglieder: Bitte prüfen Sie die Adressen genau."
        value={value.recipients}
        onChange={(recipients) => set({ recipients })}
        error={error("recipients")}
        maxTags={20}
        acceptValueOnBlur
      />
      <Checkbox
        label="Datei anhängen"
        description="Ohne Haken steht in der E-Mail nur ein Link, für den man sich anmelden muss."
        checked={value.attach}
        onChange={(event) => set({ attach: event.currentTarget.checked })}
      />
      <TextInput
        label="Betreff"
        value={value.subject}
        onChange={(event) => set({ subject: event.currentTarget.value })}
        maxLength={200}
      />
      <Textarea
        label="Text"
        value={value.message}
        onChange={(event) => set({ message: event.currentTarget.value })}
        maxLength={2000}
        autosize
        minRows={3}
      />
    </>
  );
}

function AddressFields({ value, set, error }: PartProps) {
  return (
    <>
      <TextInput
        id={fieldId("destination.url")}
        label="Adresse (Pflichtangabe)"
        description="Beginnt mit https://. Endet sie mit /, wird der Dateiname angehängt."
        type="url"
        inputMode="url"
        value={value.url}
        onChange={(event) => set({ url: event.currentTarget.value })}
        error={error("url")}
        maxLength={2000}
        autoComplete="off"
      />
      <TextInput
        label="Benutzername"
        value={value.username}
        onChange={(event) => set({ username: event.currentTarget.value })}
        maxLength={200}
        autoComplete="off"
      />
      {value.password === null ? (
        <Row gap="sm">
          <Text size="sm">Das Passwort ist gespeichert.</Text>
          <Button size="compact-sm" variant="default" onClick={() => set({ password: "" })}>
            Neu eingeben
          </Button>
        </Row>
      ) : (
        <PasswordInput
          label="Passwort"
          description="Wird verschlüsselt gespeichert und nicht wieder angezeigt."
          value={value.password}
          onChange={(event) => set({ password: event.currentTarget.value })}
          maxLength={500}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": "Passwort zeigen" }}
        />
      )}
    </>
  );
}
