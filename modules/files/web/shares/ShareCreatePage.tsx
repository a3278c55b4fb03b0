import { call } from "#platform/web/api/api.ts";
import { useGo, useReturn } from "#platform/web/navigation.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { filesContract, type ShareKind } from "../../contract.ts";
import { filesChanged } from "../queries.ts";
import { bodyOf, NEW_SHARE, type ShareValues } from "./share-values.ts";
import { ShareForm } from "./ShareForm.tsx";
import { SHARE_WORDS } from "./words.ts";

/** Neue Ablage anlegen. */
export default function ShareCreatePage() {
  return <CreateShare kind="DOCUMENTS" />;
}

/** The form for a new share of either kind. */
export function CreateShare({ kind }: { kind: ShareKind }) {
  const go = useGo();
  const returnTo = useReturn();
  const { one, home, sentence, addressOf } = SHARE_WORDS[kind];
  const save = async (values: ShareValues) => {
    const share = await call(filesContract.createFileShare, {
      body: { ...bodyOf(values), kind },
      inForm: true,
    });
    await filesChanged();
    showDone(`Die ${one} „${share.name}“ ist angelegt.`);
    go(addressOf(share.id), { replace: true });
  };
  return (
    <>
      <PageHeader title={`Neue ${one} anlegen`} sentence={sentence} />
      <ShareForm
        kind={kind}
        initialValues={NEW_SHARE}
        saveLabel={`${one} anlegen`}
        onSave={save}
        onCancel={() => returnTo(home.to)}
      />
    </>
  );
}
