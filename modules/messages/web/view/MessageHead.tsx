import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { displayName, formatDateTime, plural } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/links.tsx";
import { useCan, useMe } from "#platform/web/session/me.tsx";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";
import type { Message } from "../../contract.ts";
import classes from "./view.module.css";

/** More names are folded away at first. */
const SHOWN_AT_FIRST = 3;

/** Who wrote to whom, and when. */
export function MessageHead({ message }: { message: Message }) {
  const me = useMe();
  const seesMembers = useCan("QUERY_USER");
  const { sender } = message;
  const isMine = sender.id === me.id;
  const name = displayName(sender);
  return (
    <header className={classes.head}>
      {isMine ? (
        <ProfilePicture person={me} own size={44} revision={me.version} />
      ) : (
        <ProfilePicture person={{ ...sender, id: sender.id ?? "" }} size={44} />
      )}
      <div className={classes.headWords}>
        <span className={classes.sender}>
          {seesMembers && sender.id !== null ? (
            <AppLink to={`/users/${sender.id}`}>{name}</AppLink>
          ) : (
            name
          )}
        </span>
        <Recipients message={message} isMine={isMine} />
      </div>
      <time className={classes.date} dateTime={message.createDate}>
        {formatDateTime(message.createDate)}
      </time>
    </header>
  );
}

function Recipients({ message, isMine }: { message: Message; isMine: boolean }) {
  const [all, setAll] = useState(false);
  const { recipientNames: names, recipientCount } = message;
  if (!isMine && recipientCount === 1) return <span className={classes.to}>Nur an Sie</span>;
  const shown = all ? names : names.slice(0, SHOWN_AT_FIRST);
  const folded = names.length - shown.length;
  // A group among the names stands for many; the number says how many it is.
  const people =
    names.length === recipientCount ? undefined : plural(recipientCount, "Person", "Personen");
  return (
    <span className={classes.to}>
      An {shown.join(", ")}
      {folded > 0 && (
        <>
          {" "}
          <UnstyledButton
            className={classes.more}
            aria-expanded={false}
            onClick={() => setAll(true)}
          >
            und {folded} weitere
          </UnstyledButton>
        </>
      )}
      {people !== undefined && (names.length === 0 ? people : ` · ${people}`)}
    </span>
  );
}
