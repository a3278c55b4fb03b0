import { displayName, formatDateTime } from "#platform/web/format/format.ts";
import { call } from "#platform/web/api/api.ts";
import { PrintList } from "#platform/web/ui/table/print/PrintList.tsx";
import type { Column } from "#platform/web/ui/table/table-types.ts";
import type { Message } from "../../contract.ts";
import { BOX_LABELS } from "../box-state.ts";
import { attachmentWords, recipientWords, subjectWords } from "../message-words.ts";
import { boxRoute, type MailBox } from "../queries.ts";

const FROM: Column<Message> = {
  key: "from",
  title: "Von",
  render: ({ sender }) => displayName(sender),
};
const TO: Column<Message> = { key: "to", title: "An", render: recipientWords };
const COLUMNS: readonly Column<Message>[] = [
  { key: "at", title: "Datum", render: ({ createDate }) => formatDateTime(createDate) },
  { key: "subject", title: "Betreff", render: ({ subject }) => subjectWords(subject) },
  {
    key: "attachments",
    title: "Anhänge",
    render: ({ attachments }) =>
      attachments.length > 0 ? attachmentWords(attachments.length) : "",
  },
];

/** Prints the list of a box, or of what was found in it; the messages themselves one by one. */
export function PrintBox({ box, q }: { box: MailBox; q: string }) {
  return (
    <PrintList
      label={`Nachrichten: ${BOX_LABELS[box]}`}
      columns={[box === "sent" ? TO : FROM, ...COLUMNS]}
      rowId={({ id }) => id}
      print={{
        sentence: "",
        load: (paging) => call(boxRoute(box), { query: { ...paging, ...(q !== "" && { q }) } }),
      }}
    />
  );
}
