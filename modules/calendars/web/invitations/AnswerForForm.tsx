import { NumberInput, Radio, Stack, Textarea } from "@mantine/core";
import { useRecordForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import type { Event } from "../../contract.ts";
import type { EventInvitation } from "../../invitation-contract.ts";
import { invitedName, useAnswerFor } from "./invited.ts";

interface Values extends Record<string, unknown> {
  state: "OPEN" | "ACCEPTED" | "DECLINED";
  companions: number | "";
  comment: string;
}

const LABELS = { state: "Antwort", companions: "Begleitpersonen", comment: "Kommentar" };

/** Someone said by telephone that they come: the organiser writes it down. */
export function AnswerForForm({
  event,
  invitation,
  onDone,
}: {
  event: Event;
  invitation: EventInvitation;
  onDone: () => void;
}) {
  const answerFor = useAnswerFor(event);
  const record = useRecordForm<Values>({
    initialValues: {
      state: invitation.state === "WAITING" ? "ACCEPTED" : invitation.state,
      companions: invitation.companions,
      comment: invitation.comment ?? "",
    },
    onSave: async ({ state, companions, comment }) => {
      await answerFor(invitation, state, {
        comment,
        companions: state === "ACCEPTED" ? Number(companions) : 0,
      });
      showDone(`Die Antwort von ${invitedName(invitation)} ist eingetragen.`);
      onDone();
    },
  });
  const { form } = record;
  return (
    <RecordForm
      record={record}
      saveLabel="Antwort eintragen"
      onCancel={onDone}
      fieldLabels={LABELS}
    >
      <Radio.Group {...form.getInputProps("state")} label={LABELS.state}>
        <Stack gap={8} mt={6}>
          <Radio value="ACCEPTED" label="Sagt zu" id={fieldId("state")} />
          <Radio value="DECLINED" label="Sagt ab" />
          <Radio value="OPEN" label="Hat noch nicht geantwortet" />
        </Stack>
      </Radio.Group>
      {form.values.state === "ACCEPTED" && (
        <NumberInput
          {...form.getInputProps("companions")}
          id={fieldId("companions")}
          label={LABELS.companions}
          min={0}
          max={50}
          allowDecimal={false}
          allowNegative={false}
          maw="12rem"
        />
      )}
      <Textarea
        {...form.getInputProps("comment")}
        id={fieldId("comment")}
        label={LABELS.comment}
        autosize
        minRows={2}
        maxLength={1000}
      />
    </RecordForm>
  );
}
