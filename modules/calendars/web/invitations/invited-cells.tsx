import { ActionIcon, Badge, Menu, Text } from "@mantine/core";
import { Check, MailX, MoreHorizontal, Pencil, RotateCcw, UserMinus, X } from "lucide-react";
import { ApiError } from "#platform/web/api/api.ts";
import { addErrorNotice } from "#platform/web/api/error-notices.ts";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import type { Event } from "../../contract.ts";
import type { EventInvitation } from "../../invitation-contract.ts";
import { STATE_COLORS, STATE_LABELS } from "./answer-words.ts";
import classes from "./invitations.module.css";
import { invitedName, useAnswerFor } from "./invited.ts";

export function InvitedPerson({
  row,
}: {
  row: Pick<EventInvitation, "id" | "user" | "guest" | "hasMail">;
}) {
  return (
    <span className={classes.person}>
      {row.user ? (
        <ProfilePicture person={row.user} size={28} />
      ) : (
        <ProfilePicture person={{ id: row.id, firstname: row.guest?.name ?? "" }} size={28} />
      )}
      <span>
        {invitedName(row)}
        {row.guest && (
          <Text span size="sm" c="dimmed">
            {" "}
            Gast
          </Text>
        )}
      </span>
      {!row.hasMail && (
        <MailX size={15} className={classes.noMail} aria-label="Bekommt keine E-Mail" role="img" />
      )}
    </span>
  );
}

export function StateBadge({ row }: { row: Pick<EventInvitation, "state" | "position"> }) {
  return (
    <Badge
      variant="light"
      color={STATE_COLORS[row.state]}
      tt="none"
      fw={600}
      className={classes.state ?? ""}
      data-state={row.state}
    >
      {STATE_LABELS[row.state]}
      {row.state === "WAITING" && row.position !== null && ` ${row.position}`}
    </Badge>
  );
}

interface InvitedActionsProps {
  row: EventInvitation;
  event: Event;
  onEdit: () => void;
  onRemove: () => void;
}

/** Answering on behalf of an invited person, and taking the invitation back. */
export function InvitedActions({ row, event, onEdit, onRemove }: InvitedActionsProps) {
  const answerFor = useAnswerFor(event);
  const name = invitedName(row);
  const before = { comment: row.comment, companions: row.companions };
  const give = async (state: "OPEN" | "ACCEPTED" | "DECLINED") => {
    try {
      const saved = await answerFor(
        row,
        state,
        state === "ACCEPTED" ? before : { ...before, companions: 0 },
      );
      const words = `${name}: ${STATE_LABELS[saved.state]}.`;
      // A place in the waiting list that was given up is gone.
      if (row.state === "WAITING") return;
      const back = row.state;
      showUndo(words, () => answerFor(row, back, before));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      addErrorNotice(error.message);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Aktionen für ${name}`}
          className={classes.above ?? ""}
        >
          <MoreHorizontal size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {row.can.includes("ANSWER") && (
          <>
            {row.state !== "ACCEPTED" && row.state !== "WAITING" && (
              <Menu.Item
                leftSection={<Check size={16} aria-hidden />}
                onClick={() => void give("ACCEPTED")}
              >
                Für {name} zusagen
              </Menu.Item>
            )}
            {row.state !== "DECLINED" && (
              <Menu.Item
                leftSection={<X size={16} aria-hidden />}
                onClick={() => void give("DECLINED")}
              >
                Für {name} absagen
              </Menu.Item>
            )}
            {row.state !== "OPEN" && (
              <Menu.Item
                leftSection={<RotateCcw size={16} aria-hidden />}
                onClick={() => void give("OPEN")}
              >
                Antwort wieder offen lassen
              </Menu.Item>
            )}
            <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={onEdit}>
              Antwort mit Kommentar eintragen
            </Menu.Item>
          </>
        )}
        {row.can.includes("DELETE") && (
          <Menu.Item
            color="red"
            leftSection={<UserMinus size={16} aria-hidden />}
            onClick={onRemove}
          >
            Einladung zurücknehmen
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
