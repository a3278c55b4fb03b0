import { Download, Mail, Printer } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { saveFile } from "#platform/web/api/save-file.ts";
import { today } from "#platform/web/format/format.ts";
import { handOver } from "#platform/web/handover.ts";
import { pageAddress, useGo } from "#platform/web/navigation.tsx";
import { useCan } from "#platform/web/session/me.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { type Jubilee, usersContract } from "../../contract.ts";
import { type Action, ActionButtons } from "../list/bulk/ActionButtons.tsx";
import type { ListFormat } from "../list/bulk/export-list.ts";
import { texts } from "../texts.ts";
import { occasionsOf } from "./jubilee-list.ts";
import { LetterDialog } from "./LetterDialog.tsx";
import type { ChosenJubilees } from "./use-chosen-jubilees.ts";

/** What can be done with the selected occasions; only what the reader may do. */
export function JubileeActions({ selection }: { selection: ChosenJubilees }) {
  const [writes, exports] = [useCan("SEND_MESSAGE"), useCan("MANAGE_EXPORTS")];
  const go = useGo();
  const [letters, setLetters] = useState<Jubilee[]>();
  const write = async () => {
    const ids = [...new Set((await selection.rows()).map(({ user }) => user.id))];
    go(pageAddress("/messaging/compose", { from: handOver({ ids }) }));
  };
  const actions: Action[] = [
    ...(writes ? [{ label: texts.bulk.message, Icon: Mail, run: () => void write() }] : []),
    {
      label: texts.letters.title,
      Icon: Printer,
      run: () => void selection.rows().then(setLetters),
    },
    ...(exports
      ? [
          {
            label: texts.bulk.export,
            Icon: Download,
            choices: [
              { label: texts.list.exportCsv, run: () => void download("CSV", selection) },
              { label: texts.list.exportXlsx, run: () => void download("XLSX", selection) },
            ],
          },
        ]
      : []),
  ];
  return (
    <>
      <ActionButtons actions={actions} />
      <LetterDialog rows={letters} onClose={() => setLetters(undefined)} />
    </>
  );
}

async function download(format: ListFormat, { rows }: ChosenJubilees): Promise<void> {
  const file = await call(usersContract.exportJubilees, {
    body: { occasions: occasionsOf(await rows()), format },
  });
  saveFile(file, `${texts.jubilees.title} ${today()}.${format.toLowerCase()}`);
  showDone(texts.list.exported);
}
