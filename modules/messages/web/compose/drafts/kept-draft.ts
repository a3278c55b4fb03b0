import { call } from "#platform/web/api/api.ts";
import { queryClient } from "#platform/web/api/query-client.ts";
import { messagesContract, type Draft } from "../../../contract.ts";
import { draftsQuery } from "../../queries.ts";
import { keepDraft, type DraftKeeper } from "./draft-keeper.ts";
import type { MessageValues } from "../message-values.ts";

/** What the form tells about itself. */
export interface FormOfDraft {
  /** What stands in it now. */
  current: () => MessageValues;
  /** Nothing that anybody would miss, attachments counted. */
  isEmpty: () => boolean;
  /** A draft was made, or one that was only passing was changed: the address may name it. */
  onMade: (id: string) => void;
}

export interface KeptDraft {
  keeper: DraftKeeper<MessageValues>;
  /** The form as it was last drawn. */
  follow: (form: FormOfDraft) => void;
  /**
   * Id of the draft; makes one of what stands in the form when there is none yet. Undefined when
   * that fails.
   */
  ensure: () => Promise<string | undefined>;
  /** The same, with everything typed so far. */
  ensureSaved: () => Promise<string | undefined>;
  /** After a conflict: what stands here wins. */
  keepMine: () => Promise<void>;
  /** After a conflict: the other state is shown and is the one to go on with. */
  take: (theirs: Draft) => void;
  /** The form is left: saves what is not saved yet, or removes an empty draft. */
  leave: () => void;
  /** Throws the draft away. */
  discard: () => Promise<void>;
  /** The message is on its way: the server has taken the draft with it. */
  sent: () => void;
}

/**
 * The draft behind a form: made with the first change, saved while typing, and once more on
 * leaving. A draft that is `passing` goes when the form is left as it was opened.
 */
export function openDraft(initial: Draft | undefined, isPassing: boolean): KeptDraft {
  let record: Pick<Draft, "id" | "version"> | undefined = initial;
  let passing = isPassing;
  let finished = false;
  let form: FormOfDraft | undefined;
  const keeper = keepDraft<MessageValues>(async (values) => {
    const known = record;
    const saved = known
      ? await call(messagesContract.updateDraft, {
          params: { id: known.id },
          body: { ...values, version: known.version },
          silent: true,
          quiet: true,
        })
      : await call(messagesContract.createDraft, { body: values, silent: true, quiet: true });
    record = { id: saved.id, version: saved.version };
    if (!finished && (!known || passing)) form?.onMade(saved.id);
    passing = false;
  });
  const saved = async () => ((await keeper.flush()) ? record?.id : undefined);
  const saveAll = () => {
    if (!record && form) keeper.change(form.current());
    return saved();
  };
  const finish = () => {
    finished = true;
    keeper.stop();
  };
  return {
    keeper,
    follow: (next) => void (form = next),
    ensure: async () => record?.id ?? saveAll(),
    ensureSaved: saveAll,
    async keepMine() {
      if (!record) return;
      record = await call(messagesContract.getDraft, { params: { id: record.id } });
      keeper.overwrite();
    },
    take(theirs) {
      record = theirs;
      keeper.accept();
    },
    leave() {
      if (finished) return;
      finished = true;
      // What was emptied again, or never touched, does not belong among the drafts.
      const unwanted =
        form?.isEmpty() === true || (passing && keeper.state.get().kind === "untouched");
      if (!unwanted) return void keeper.leave().then(draftsChanged);
      // What waits to be saved would otherwise be sent after its draft has gone.
      keeper.stop();
      void removeDraft(record?.id);
    },
    async discard() {
      finish();
      await removeDraft(record?.id);
    },
    sent: finish,
  };
}

async function removeDraft(id: string | undefined): Promise<void> {
  if (id === undefined) return;
  await call(messagesContract.deleteDraft, { params: { id } });
  await draftsChanged();
}

function draftsChanged(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey });
}
