import { Button, Text, UnstyledButton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown, FileText, Users } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { displayName, formatNumber, plural } from "#platform/web/format/format.ts";
import { saveFile } from "#platform/web/api/save-file.ts";
import { messagesContract, type Audience } from "../../../contract.ts";
import { audienceSentence, namesOf, REASON_WORDS } from "./audience-words.ts";
import classes from "../compose.module.css";
import type { MessageValues } from "../message-values.ts";

type Lists = Pick<MessageValues, "recipientIds" | "recipientGroupIds" | "recipientSets">;

/** Who a message to these people and groups would go to, as of now. */
export function useAudience(lists: Lists): Audience | undefined {
  const body = listsOf(lists);
  const { recipientIds, recipientGroupIds, recipientSets } = body;
  const count = recipientIds.length + recipientGroupIds.length + recipientSets.length;
  const audience = useQuery({
    queryKey: ["user", "audience", body],
    queryFn: ({ signal }) => call(messagesContract.countRecipients, { body, signal, quiet: true }),
    placeholderData: keepPreviousData,
    enabled: count > 0,
  });
  return count === 0 ? undefined : audience.data;
}

function listsOf({ recipientIds, recipientGroupIds, recipientSets }: Lists): Lists {
  return { recipientIds, recipientGroupIds, recipientSets };
}

/** The head count before sending, and behind it who is left out and why. */
export function HeadCount({ audience, lists }: { audience: Audience; lists: Lists }) {
  const [opened, setOpened] = useState(false);
  const { doubles, withoutMailCount, leftOutCount } = audience;
  const guests = guestsOf(audience);
  const hasDetails = doubles + withoutMailCount + leftOutCount + guests > 0;
  return (
    <div className={classes.audience}>
      <p className={classes.count}>
        <Users size={17} aria-hidden />
        <span role="status">{audienceSentence(audience)}</span>
        {hasDetails && (
          <UnstyledButton
            className={classes.details}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            Wer im Einzelnen <ChevronDown size={15} aria-hidden />
          </UnstyledButton>
        )}
      </p>
      {hasDetails && opened && <Details audience={audience} lists={lists} />}
    </div>
  );
}

function guestsOf({ sets }: Audience): number {
  return sets.reduce((sum, { guests }) => sum + guests, 0);
}

function Details({ audience, lists }: { audience: Audience; lists: Lists }) {
  const { doubles, withoutMail, withoutMailCount, leftOut, leftOutCount } = audience;
  const guests = guestsOf(audience);
  return (
    <ul className={classes.reasons}>
      {doubles > 0 && (
        <li>
          {plural(
            doubles,
            "Person ist mehrfach genannt und bekommt",
            "Personen sind mehrfach genannt und bekommen",
          )}{" "}
          die Nachricht nur einmal.
        </li>
      )}
      {withoutMailCount > 0 && (
        <li>
          <strong>Ohne E-Mail-Adresse:</strong> {namesOf(withoutMail, withoutMailCount)}. Sie lesen
          die Nachricht nach dem Anmelden hier; wer sich nicht anmeldet, braucht einen Brief.
          <Button
            variant="default"
            size="compact-sm"
            mt={6}
            display="block"
            leftSection={<FileText size={14} aria-hidden />}
            onClick={() => void saveLetters(lists)}
          >
            Briefliste herunterladen
          </Button>
        </li>
      )}
      {leftOutCount > 0 && (
        <li>
          <strong>Bekommen sie nicht:</strong>{" "}
          {leftOut
            .map((person) => `${displayName(person)} (${REASON_WORDS[person.reason]})`)
            .join(", ")}
          {leftOutCount > leftOut.length && (
            <Text span> und {formatNumber(leftOutCount - leftOut.length)} weitere</Text>
          )}
          .
        </li>
      )}
      {guests > 0 && (
        <li>
          {plural(guests, "Gast ohne Mitgliedschaft bekommt", "Gäste ohne Mitgliedschaft bekommen")}{" "}
          die Nachricht nicht.
        </li>
      )}
    </ul>
  );
}

async function saveLetters(lists: Lists): Promise<void> {
  saveFile(
    await call(messagesContract.printLetterList, { body: listsOf(lists) }),
    "Briefliste.pdf",
  );
}
