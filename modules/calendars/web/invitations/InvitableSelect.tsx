import { useState } from "react";
import { SearchedMultiSelect, type SearchedMultiSelectProps } from "#modules/members/web/public.ts";
import { type InvitableIn, useInvitable } from "./invitable.ts";

interface InvitableSelectProps extends Omit<SearchedMultiSelectProps, "text" | "onText" | "found"> {
  among: InvitableIn;
  kind: "groups" | "members";
}

/** Picks groups or members whom the reader may invite; not shown where there are none. */
export function InvitableSelect({ among, kind, ...props }: InvitableSelectProps) {
  const [text, setText] = useState("");
  const all = useInvitable(among, "")[kind];
  const { fresh, [kind]: options } = useInvitable(among, text);
  if (all.length === 0) return null;
  return <SearchedMultiSelect {...props} text={text} onText={setText} found={{ options, fresh }} />;
}
