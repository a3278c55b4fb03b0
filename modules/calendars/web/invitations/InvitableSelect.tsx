import { useState } from "react";
import { SearchedMultiSelect, type SearchedMultiSelectProps } from "#modules/members/web/public.ts";
import { useInvitable } from "./invitable.ts";

interface InvitableSelectProps extends Omit<SearchedMultiSelectProps, "text" | "onText" | "found"> {
  eventId: string;
  kind: "groups" | "members";
}

/** Picks groups or members whom the reader may invite to an event; not shown where there are none. */
export function InvitableSelect({ eventId, kind, ...props }: InvitableSelectProps) {
  const [text, setText] = useState("");
  const all = useInvitable(eventId, "")[kind];
  const { fresh, [kind]: options } = useInvitable(eventId, text);
  if (all.length === 0) return null;
  return <SearchedMultiSelect {...props} text={text} onText={setText} found={{ options, fresh }} />;
}
