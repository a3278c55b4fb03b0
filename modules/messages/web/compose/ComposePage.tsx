import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useGo, useSearchState, pageAddress } from "#platform/web/navigation.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { useMayWrite } from "../possible-recipients.ts";
import { beginMessage, type Beginning } from "./begin-message.ts";
import { ComposeForm } from "./ComposeForm.tsx";
import { composeState, type ComposeState } from "./compose-state.ts";

/** Writing a message: a new one, an answer, one to pass on, one once more, or a draft. */
export default function ComposePage() {
  const [state] = useSearchState(composeState);
  const go = useGo();
  const address = JSON.stringify(state);
  // A form that makes its draft changes the address and stays the same form; any other change
  // begins another one.
  const [form, setForm] = useState({ address, key: address, begin: state, made: "" });
  if (address !== form.address) {
    const same = state.draft !== "" && state.draft === form.made;
    setForm(same ? { ...form, address } : { address, key: address, begin: state, made: "" });
  }
  const onDraftMade = (made: string) => {
    setForm((before) => ({ ...before, made }));
    go(pageAddress("/messaging/compose", { draft: made }), { replace: true });
  };
  return <Begun key={form.key} begin={form.begin} onDraftMade={onDraftMade} />;
}

function Begun({ begin, onDraftMade }: { begin: ComposeState; onDraftMade: (id: string) => void }) {
  // Not below "message": what is being written must not begin anew because something arrives.
  const beginning = useQuery({
    queryKey: ["compose", begin],
    queryFn: ({ signal }) => beginMessage(begin, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const mayWrite = useMayWrite();
  if (beginning.error) {
    return (
      <>
        <PageHeader title="Neue Nachricht" />
        <LoadError error={beginning.error} onRetry={() => void beginning.refetch()} />
      </>
    );
  }
  if (!beginning.data || mayWrite === undefined) return <RecordSkeleton />;
  if (!mayWrite && !isAnswer(beginning.data)) {
    return (
      <>
        <PageHeader title="Neue Nachricht" />
        <EmptyState>
          Sie können auf Nachrichten antworten, die Sie erhalten haben. Von sich aus schreiben
          dürfen die Geschäftsstelle und die Leitungen von Gruppen.
        </EmptyState>
      </>
    );
  }
  return <ComposeForm beginning={beginning.data} onDraftMade={onDraftMade} />;
}

function isAnswer({ values }: Beginning): boolean {
  return values.replyTo !== null;
}
