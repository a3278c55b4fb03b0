import { Button, Checkbox, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { Form } from "#platform/web/ui/form/Form.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { SHARED_CHOICES, type SharedChoice, usersContract } from "../../../contract.ts";
import { membersChanged } from "../../queries.ts";
import type { Chosen } from "./chosen-members.ts";
import { InvitationFacts } from "./InvitationFacts.tsx";
import { invitationTexts } from "./invitation-texts.ts";

interface InviteLoginsProps {
  opened: boolean;
  chosen: Chosen;
  onClose: () => void;
  onDone: () => void;
}

/** Invites the chosen members to log in. Mails cannot be called back: the dialog is the question. */
export function InviteLogins({ opened, chosen, onClose, onDone }: InviteLoginsProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={invitationTexts.title} size="lg">
      {opened && <InvitationForm chosen={chosen} onDone={onDone} />}
    </Modal>
  );
}

interface Choice {
  shared: SharedChoice;
  again: boolean;
}

/** What inviting would do; asked anew with each choice, so that the number is the server's. */
function planQuery(chosen: Chosen, choice: Choice) {
  return queryOptions({
    queryKey: ["user", "login-invitations", chosen, choice],
    queryFn: ({ signal }) =>
      call(usersContract.previewLoginInvitations, { body: { ...chosen, ...choice }, signal }),
    placeholderData: keepPreviousData,
  });
}

function InvitationForm({ chosen, onDone }: Pick<InviteLoginsProps, "chosen" | "onDone">) {
  const [choice, setChoice] = useState<Choice>({ shared: "OLDEST", again: false });
  const [remind, setRemind] = useState(true);
  const [running, setRunning] = useState(false);
  const plan = useQuery(planQuery(chosen, choice));

  const send = async () => {
    setRunning(true);
    try {
      const { invited } = await call(usersContract.inviteLogins, {
        body: { ...chosen, ...choice, remind },
      });
      await membersChanged();
      showDone(invitationTexts.done(invited));
      onDone();
    } finally {
      setRunning(false);
    }
  };

  if (plan.error && !plan.data)
    return <LoadError error={plan.error} onRetry={() => void plan.refetch()} />;
  if (!plan.data) return <ListSkeleton rows={4} />;
  const { invited, invitedBefore, shared } = plan.data;
  return (
    <Form onSubmit={() => void send()}>
      <Stack gap="md">
        <InvitationFacts plan={plan.data} />
        {shared.people > 0 && (
          <Radio.Group
            label={invitationTexts.sharedQuestion}
            value={choice.shared}
            onChange={(value) =>
              setChoice({
                ...choice,
                shared: SHARED_CHOICES.find((one) => one === value) ?? "OLDEST",
              })
            }
          >
            <Stack gap="xs" mt="xs">
              {SHARED_CHOICES.map((one) => (
                <Radio key={one} value={one} label={invitationTexts.sharedChoices[one]} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {invitedBefore > 0 && (
          <Checkbox
            label={invitationTexts.again(invitedBefore)}
            checked={choice.again}
            onChange={(event) => setChoice({ ...choice, again: event.currentTarget.checked })}
          />
        )}
        <Checkbox
          label={invitationTexts.remind}
          checked={remind}
          onChange={(event) => setRemind(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          {invitationTexts.final}
        </Text>
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={running}
            disabled={invited === 0 || plan.isPlaceholderData}
          >
            {invitationTexts.send(invited)}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
