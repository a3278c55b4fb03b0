import {
  ColorInput,
  NumberInput,
  type NumberInputProps,
  Select,
  Stack,
  TextInput,
} from "@mantine/core";
import { call } from "#platform/web/api/api.ts";
import { useStaticData } from "#platform/web/api/static-data.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { MOST_GUESTS, REGION_LABELS, tenantsContract, type Tenant } from "../contract.ts";
import { AccentPreview } from "./AccentPreview.tsx";
import { useRefreshTenant } from "./queries.ts";
import {
  bodyOf,
  shownSetting,
  TENANT_FIELD_LABELS,
  TENANT_PALETTE,
  validateTenant,
  valuesOf,
  type TenantValues,
} from "./tenant-values.ts";

/** Short values get a short input; their help keeps the whole width. */
const NARROW = { wrapper: { maxWidth: "14rem" } };

const REGION_CHOICES = Object.entries(REGION_LABELS).map(([value, label]) => ({ value, label }));

/** The club's own settings: one record, so one form with one button. */
export function TenantForm({ tenant }: { tenant: Tenant }) {
  const refresh = useRefreshTenant();
  const timeZones = useStaticData("time-zones");
  const record = useVersionedForm<TenantValues, Tenant>({
    stored: tenant,
    valuesOf,
    initialValues: valuesOf(tenant),
    validate: validateTenant,
    onSave: async (values, base, standOn) => {
      const saved = await call(tenantsContract.updateTenant, {
        body: bodyOf(values, base.record?.version ?? tenant.version),
        inForm: true,
      });
      standOn(saved);
      await refresh();
      showDone("Die Einstellungen sind gespeichert.");
    },
  });
  const { form } = record;
  const field = (name: keyof typeof TENANT_FIELD_LABELS) => ({
    ...form.getInputProps(name),
    id: fieldId(name),
    label: TENANT_FIELD_LABELS[name],
  });

  return (
    <RecordForm
      record={record}
      saveLabel="Einstellungen speichern"
      fieldLabels={TENANT_FIELD_LABELS}
      showValue={shownSetting}
    >
      <Card title="Verein">
        <Stack gap="md">
          <TextInput
            {...field("displayName")}
            label={`${TENANT_FIELD_LABELS.displayName} (Pflichtangabe)`}
            description="Steht oben auf jeder Seite, im Titel des Fensters und in E-Mails"
            aria-required
            maxLength={120}
          />
          <ColorInput
            {...field("accentColor")}
            description="Für Knöpfe und Verweise. Wo sie zu blass oder zu dunkel wäre, wird sie für gute Lesbarkeit angepasst."
            format="hex"
            styles={NARROW}
            swatches={TENANT_PALETTE}
            eyeDropperButtonProps={{ "aria-label": "Farbe vom Bildschirm aufnehmen" }}
          />
          <AccentPreview color={form.values.accentColor} />
          <Select
            {...field("timeZone")}
            description="Gilt für alle Termine und Zeitangaben"
            searchable
            allowDeselect={false}
            data={timeZones.map((one) => ({ value: one.value, label: one.label }))}
          />
        </Stack>
      </Card>
      <Card title="E-Mail">
        <Stack gap="md">
          <TextInput
            {...field("mailSenderName")}
            description="Leer lassen, um den Namen des Vereins zu zeigen"
            placeholder={form.values.displayName}
            maxLength={80}
          />
          <TextInput
            {...field("mailReplyTo")}
            type="email"
            inputMode="email"
            autoComplete="email"
            description="Dorthin gehen Antworten auf E-Mails, die das System verschickt"
            maxLength={254}
          />
        </Stack>
      </Card>
      <Card title="Aufbewahrung">
        <Stack gap="md">
          <NumberInput
            {...field("trashDays")}
            label={`${TENANT_FIELD_LABELS.trashDays} (Pflichtangabe)`}
            description="So lange lässt sich ein gelöschtes Mitglied wiederherstellen. Danach gehen alle persönlichen Angaben endgültig verloren."
            suffix=" Tage"
            min={1}
            max={3650}
            allowDecimal={false}
            styles={NARROW}
            aria-required
          />
          <NumberInput
            {...field("retentionMonths")}
            description="So lange nach dem Austritt bleiben die Daten. Leer lassen, wenn das Löschen nie vorgeschlagen werden soll."
            suffix=" Monate"
            min={1}
            max={1200}
            allowDecimal={false}
            styles={NARROW}
          />
        </Stack>
      </Card>
      <Card title="Ferien und Feiertage">
        <Select
          {...field("region")}
          description="Seine Schulferien und Feiertage stehen im Kalender; Serien können sie auslassen."
          placeholder="Keines"
          data={REGION_CHOICES}
          searchable
          clearable
          clearButtonProps={{ "aria-label": "Bundesland leeren" }}
        />
      </Card>
      <Card title="Einladungen">
        <Stack gap="md">
          <GuestLimit
            {...field("guestsPerEvent")}
            description="Gäste sind Eingeladene ohne Mitgliedschaft. 0: niemand kann Gäste einladen."
          />
          <GuestLimit
            {...field("guestsPerDay")}
            description="So viele kann eine Person an einem Tag einladen, zu allen Terminen zusammen. Wer wieder ausgeladen wird, zählt mit."
          />
        </Stack>
      </Card>
    </RecordForm>
  );
}

function GuestLimit({ label, ...rest }: NumberInputProps & { label: string }) {
  return (
    <NumberInput
      {...rest}
      label={`${label} (Pflichtangabe)`}
      min={0}
      max={MOST_GUESTS}
      allowDecimal={false}
      styles={NARROW}
      aria-required
    />
  );
}
