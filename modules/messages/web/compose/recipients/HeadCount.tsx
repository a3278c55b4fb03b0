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

type Lists = Pick<MessageValues, "recipientIds" | "recipientGroupIds">;

/** Who a message to these people and groups would go to, as of now. */
export function useAudience({ recipientIds, recipientGroupIds }: Lists): Audience | undefined {
  const count = recipientIds.length + recipientGroupIds.length;
  const audience = useQuery({
    queryKey: ["user", "audience", recipientIds, recipientGroupIds],
    queryFn: ({ signal }) =>
      call(messagesContract.countRecipients, {
        body: { recipientIds, recipientGroupIds },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    enabled: count > 0,
  });
  return count === 0 ? undefined : audience.data;
}

/** The head count before sending, and behind it who is left out and why. */
export function HeadCount({ audience, lists }: { audience: Audience; lists: Lists }) {
  const [opened, setOpened] = useState(false);
  const { doubles, withoutMailCount, leftOutCount } = audience;
  const hasDetails = doubles + withoutMailCount + leftOutCount > 0;
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

function Details({ audience, lists }: { audience: Audience; lists: Lists }) {
  const { doubles, withoutMail, withoutMailCount, leftOut, leftOutCount } = audience;
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
    </ul>
  );
}

async function saveLetters({ recipientIds, recipientGroupIds }: Lists): Promise<void> {
  saveFile(
    await call(messagesContract.printLetterList, { body: { recipientIds, recipientGroupIds } }),
    "Briefliste.pdf",
  );
}
