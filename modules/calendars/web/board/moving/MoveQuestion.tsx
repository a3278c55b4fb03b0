import { Alert, Button, Checkbox, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { plural } from "#platform/web/format/format.ts";
import type { Event, EventScope } from "../../../contract.ts";
import { whenWords } from "../../event/when-words.ts";
import type { MoveChoice } from "./move-event.ts";
import type { EventTimes } from "./moved-times.ts";

const SCOPES: readonly (readonly [EventScope, label: string])[] = [
  ["ONE", "Nur dieser Termin"],
  ["FOLLOWING", "Dieser und alle folgenden"],
  ["ALL", "Alle Termine der Serie"],
];

export interface PendingMove {
  event: Event;
  times: EventTimes;
  /** People invited to it. */
  invited: number;
}

interface MoveQuestionProps {
  move: PendingMove;
  onChoose: (choice: MoveChoice) => void;
  onCancel: () => void;
}

/**
 * Asked after dragging what concerns more than this one event: a series, or people who were
 * invited.
 */
export function MoveQuestion({ move, onChoose, onCancel }: MoveQuestionProps) {
  const { event, times, invited } = move;
  const isSeries = event.occurrenceOf !== null;
  const [scope, setScope] = useState<EventScope>("ONE");
  const [resetAnswers, setResetAnswers] = useState(false);
  return (
    <Modal opened onClose={onCancel} title={`„${event.title}“ verschieben`}>
      <Stack gap="md">
        <Text size="sm">
          Bisher {whenWords(event)}
          <br />
          Künftig {whenWords(times)}
        </Text>
        {isSeries && (
          <Radio.Group
            label="Der Termin gehört zu einer Serie. Was soll verschoben werden?"
            value={scope}
            onChange={(value) => setScope(value as EventScope)}
          >
            <Stack gap={8} mt={6}>
              {SCOPES.map(([value, label]) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {invited > 0 && (
          <Alert variant="light" color="accent">
            <Text size="sm" mb="xs">
              {plural(invited, "Person ist", "Personen sind")} eingeladen und{" "}
              {invited === 1 ? "erfährt" : "erfahren"}, was sich geändert hat.
            </Text>
            <Checkbox
              label="Antworten zurücksetzen und neu fragen"
              checked={resetAnswers}
              onChange={(change) => setResetAnswers(change.currentTarget.checked)}
            />
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Nicht verschieben
          </Button>
          <Button
            data-autofocus
            onClick={() => onChoose({ ...(isSeries && { scope }), resetAnswers })}
          >
            Verschieben
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
