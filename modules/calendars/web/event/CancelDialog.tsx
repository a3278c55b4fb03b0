import { Button, Group as Row, Modal, Skeleton, Text, Textarea } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import type { Event, EventScope, Telling } from "../../contract.ts";
import { invitationsContract } from "../../invitation-contract.ts";
import { ReachDetails } from "../invitations/ReachDetails.tsx";
import { toldSentence } from "../invitations/reach-words.ts";
import { ScopeRadios } from "./form/ScopeRadios.tsx";
import { TellChoice, tellingOf, type Told } from "./TellChoice.tsx";

const MAX_REASON = 500;

export interface Cancellation {
  scope: EventScope | undefined;
  reason: string;
  tell: Telling | undefined;
  /** How many of the invited get a mail. */
  mailed: number;
}

interface CancelDialogProps {
  event: Event;
  /** CANCEL asks for a reason; REINSTATE says that it takes place after all. */
  kind: "CANCEL" | "REINSTATE";
  onClose: () => void;
  run: (cancellation: Cancellation) => Promise<unknown>;
}

/**
 * Asks before an event is called off, or takes place after all: how much of a series, why, and
 * where nobody is invited whom to tell. Says before who learns of it.
 */
export function CancelDialog({ event, kind, onClose, run }: CancelDialogProps) {
  const isOccurrence = event.occurrenceOf !== null;
  const [scope, setScope] = useState<EventScope>("ONE");
  const [reason, setReason] = useState("");
  const [told, setTold] = useState<Told>("NOBODY");
  const [groupIds, setGroupIds] = useState<string[]>([]);
  const [running, setRunning] = useState(false);
  const meant = isOccurrence ? scope : undefined;
  const found = useQuery({
    queryKey: ["event", "cancellation", event.id, meant],
    queryFn: ({ signal }) =>
      call(invitationsContract.getCancellation, {
        params: { id: event.id },
        query: meant === undefined ? {} : { scope: meant },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const invited = found.data?.invited;
  const whole = event.recurrence !== null && !isOccurrence ? "Serie" : "Termin";
  const confirm = async () => {
    setRunning(true);
    try {
      await run({
        scope: meant,
        reason: reason.trim(),
        tell: invited?.people === 0 ? tellingOf(told, groupIds) : undefined,
        mailed: invited?.mailed ?? 0,
      });
      onClose();
    } finally {
      setRunning(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={kind === "CANCEL" ? `„${event.title}“ absagen?` : "Absage zurücknehmen?"}
    >
      {kind === "CANCEL" && (
        <Text mb="md">
          {whole === "Serie" ? "Der Eintrag" : "Der Termin"} bleibt als abgesagt im Kalender stehen.
        </Text>
      )}
      {isOccurrence && <ScopeRadios value={scope} onChange={setScope} />}
      {kind === "CANCEL" && (
        <Textarea
          label="Grund"
          description="Steht am Termin und in der Nachricht"
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(change) => setReason(change.currentTarget.value)}
          mb="md"
          data-autofocus
        />
      )}
      {found.data === undefined || invited === undefined ? (
        <Skeleton height={24} mb="md" />
      ) : invited.people > 0 ? (
        <div role="status" style={{ marginBottom: 16 }}>
          <Text>{toldSentence(invited)}</Text>
          <ReachDetails reach={invited} />
        </div>
      ) : (
        <>
          <Text mb="md" role="status">
            {kind === "CANCEL"
              ? "Zu diesem Termin ist niemand eingeladen."
              : "Wer eingeladen ist, erfährt es per E-Mail."}
          </Text>
          <TellChoice
            options={found.data}
            told={told}
            groupIds={groupIds}
            onTold={setTold}
            onGroups={setGroupIds}
          />
        </>
      )}
      <Row justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Abbrechen
        </Button>
        <Button
          loading={running}
          disabled={found.data === undefined && !found.isError}
          onClick={() => void confirm()}
        >
          {kind === "CANCEL" ? `${whole} absagen` : "Absage zurücknehmen"}
        </Button>
      </Row>
    </Modal>
  );
}
