import { Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { invitationsContract, type Invite } from "../../invitation-contract.ts";
import { inviteSentence } from "./reach-words.ts";
import { ReachDetails } from "./ReachDetails.tsx";

const TYPING_PAUSE = 400;

interface InvitePreviewProps {
  eventId: string;
  scope: "ONE" | "ALL" | undefined;
  body: Pick<Invite, "userIds" | "groupIds" | "guests">;
}

/** Who would be invited and how they learn of it, as of now. */
export function InvitePreview({ eventId, scope, body }: InvitePreviewProps) {
  const [given] = useDebouncedValue(JSON.stringify(body), TYPING_PAUSE);
  const wanted = JSON.parse(given) as InvitePreviewProps["body"];
  const count = wanted.userIds.length + wanted.groupIds.length + wanted.guests.length;
  const preview = useQuery({
    queryKey: ["event", "invite-preview", eventId, scope, given],
    queryFn: ({ signal }) =>
      call(invitationsContract.previewInvite, {
        params: { id: eventId },
        query: scope === undefined ? {} : { scope },
        body: wanted,
        signal,
        // Refusals are said when it is tried, at their place.
        silent: true,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    enabled: count > 0,
  });
  if (count === 0 || preview.data === undefined) return null;
  const { reach, already } = preview.data;
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" role="status">
        {inviteSentence(reach, already)}
      </Text>
      <ReachDetails reach={reach} />
    </Stack>
  );
}
