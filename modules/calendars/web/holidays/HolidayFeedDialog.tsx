import { Alert, Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { formatDateTime, plural } from "#platform/web/format/format.ts";
import { useRecordForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { type HolidayFeed, holidaysContract } from "../../holiday-contract.ts";
import { holidayFeedQuery } from "./queries.ts";

const LABELS = { url: "Adresse des Ferienkalenders" };

/** Where a club with other school holidays than its Land says which. */
export default function HolidayFeedDialog({ onClose }: { onClose: () => void }) {
  const feed = useQuery(holidayFeedQuery);
  return (
    <Modal opened onClose={onClose} title="Eigener Ferienkalender" size="lg">
      <Stack gap="md">
        <Text size="sm">
          Statt der Schulferien des Bundeslandes gelten dann die ganztägigen Termine eines Kalenders
          im Internet, zum Beispiel dem Ihrer Schule. Er wird jede Woche neu gelesen. Feiertage
          kommen weiter aus dem Bundesland.
        </Text>
        {feed.error && !feed.data ? (
          <LoadError error={feed.error} onRetry={() => void feed.refetch()} />
        ) : feed.data ? (
          <>
            <FeedState feed={feed.data} />
            <FeedForm feed={feed.data} onClose={onClose} />
          </>
        ) : (
          <ListSkeleton rows={2} />
        )}
      </Stack>
    </Modal>
  );
}

function FeedState({ feed: { url, fetchedAt, problem, holidays } }: { feed: HolidayFeed }) {
  if (url === null) return null;
  const taken =
    fetchedAt &&
    `${plural(holidays, "Eintrag", "Einträge")}, übernommen am ${formatDateTime(fetchedAt)}.`;
  if (problem !== null)
    return (
      <Alert color="red" role="alert">
        Der Kalender konnte zuletzt nicht gelesen werden: {problem}{" "}
        {taken
          ? `Es gilt weiter, was davor darin stand: ${taken}`
          : "Es gelten die Ferien des Bundeslandes."}
      </Alert>
    );
  return (
    <Text size="sm" role="status">
      {taken ?? "Der Kalender wird gerade gelesen …"}
    </Text>
  );
}

function FeedForm({ feed, onClose }: { feed: HolidayFeed; onClose: () => void }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["tenant"] });
  const record = useRecordForm({
    initialValues: { url: feed.url ?? "" },
    validate: ({ url }) =>
      url.trim() === "" ? { url: "Bitte geben Sie die Adresse des Kalenders an." } : {},
    onSave: async ({ url }) => {
      // So begin the addresses that calendar programs hand out.
      const address = url.trim().replace(/^webcals?:/i, "https:");
      await call(holidaysContract.putHolidayFeed, { body: { url: address }, inForm: true });
      await refresh();
      showDone("Der Ferienkalender wird jetzt gelesen.");
    },
  });
  const remove = async () => {
    await call(holidaysContract.deleteHolidayFeed);
    await refresh();
    showDone("Es gelten wieder die Schulferien des Bundeslandes.");
    onClose();
  };
  return (
    <>
      <RecordForm
        record={record}
        saveLabel={feed.url === null ? "Übernehmen" : "Jetzt neu lesen"}
        onCancel={onClose}
        fieldLabels={LABELS}
      >
        <TextInput
          {...record.form.getInputProps("url")}
          id={fieldId("url")}
          label={`${LABELS.url} (ICS)`}
          placeholder="https://"
          inputMode="url"
          maxLength={500}
          autoComplete="off"
          data-autofocus
        />
      </RecordForm>
      {feed.url !== null && (
        <div>
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            Ferienkalender entfernen
          </Button>
        </div>
      )}
    </>
  );
}
