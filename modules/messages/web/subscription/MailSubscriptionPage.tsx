import { Button, Group, Radio, Stack } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { usePathParams } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import {
  type MailSubscription,
  MESSAGE_MAIL_SETTINGS,
  messageMailsContract as api,
} from "../../mail-contract.ts";

const TITLE = "E-Mails zu Nachrichten";
type Setting = (typeof MESSAGE_MAIL_SETTINGS)[number];
const LABELS: Record<Setting, string> = {
  IMMEDIATE: "Sofort bei jeder Nachricht",
  DAILY: "Einmal am Tag gesammelt, abends",
  NONE: "Keine E-Mails mehr",
};

/** Silent: what is wrong with the link is said in the page's own words. */
function subscriptionQuery(token: string) {
  return queryOptions({
    queryKey: ["mail-subscription", token],
    queryFn: ({ signal }) => call(api.getSubscription, { params: { token }, signal, silent: true }),
  });
}

/**
 * The page behind the last link of every mail about messages: no login, and nothing changes before
 * a button is pressed.
 */
export default function MailSubscriptionPage() {
  const { token } = usePathParams("token");
  const found = useQuery(subscriptionQuery(token));
  usePageTitle(TITLE);
  if (found.data && found.data.names.length > 0)
    return <Choice key={token} token={token} subscription={found.data} />;
  if (!found.data && !found.error) return <RecordSkeleton />;
  const isUnknown =
    found.data !== undefined ||
    (found.error instanceof ApiError && [400, 404].includes(found.error.status));
  return (
    <>
      <PageHeader
        title={TITLE}
        sentence={
          isUnknown
            ? "Dieser Link gilt nicht mehr. Bitte nehmen Sie den Link aus der neuesten E-Mail, oder ändern Sie die Einstellung auf „Mein Profil“."
            : undefined
        }
      />
      {!isUnknown && found.error && (
        <LoadError error={found.error} onRetry={() => void found.refetch()} />
      )}
    </>
  );
}

function Choice({
  token,
  subscription: { names, setting },
}: {
  token: string;
  subscription: MailSubscription;
}) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Setting>("NONE");
  const save = useMutation({
    mutationFn: (wanted: Setting) =>
      call(api.changeSubscription, { params: { token }, query: { setting: wanted } }),
    onSuccess: (saved) => queryClient.setQueryData(subscriptionQuery(token).queryKey, saved),
  });
  const who = new Intl.ListFormat("de", { type: "conjunction" }).format(names);
  return (
    <>
      <PageHeader
        title={TITLE}
        sentence={`Für ${who}. Zurzeit: ${setting === null ? "verschieden eingestellt" : LABELS[setting]}. Im Mitgliederbereich bleiben alle Nachrichten lesbar.`}
      />
      <Stack gap="lg">
        <Radio.Group
          label="Wann sollen Nachrichten auch per E-Mail kommen?"
          value={chosen}
          onChange={(value) => setChosen(value as Setting)}
        >
          <Stack gap={10} mt={10}>
            {MESSAGE_MAIL_SETTINGS.toReversed().map((value) => (
              <Radio key={value} value={value} label={LABELS[value]} />
            ))}
          </Stack>
        </Radio.Group>
        <Group>
          <Button loading={save.isPending} onClick={() => save.mutate(chosen)}>
            Speichern
          </Button>
        </Group>
        <p role="status">{save.isSuccess ? "Ihre Wahl ist gespeichert." : ""}</p>
      </Stack>
    </>
  );
}
