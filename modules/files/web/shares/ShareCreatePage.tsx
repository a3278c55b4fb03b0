import { call } from "#platform/web/api.ts";
import { useGo } from "#platform/web/navigation.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showDone } from "#platform/web/ui/toasts.tsx";
import { filesContract } from "../../contract.ts";
import { folderAddress } from "../addresses.ts";
import { filesChanged } from "../queries.ts";
import { bodyOf, NEW_SHARE, type ShareValues } from "./share-values.ts";
import { ShareForm } from "./ShareForm.tsx";

/** Neue Ablage anlegen. */
export default function ShareCreatePage() {
  const go = useGo();
  const save = async (values: ShareValues) => {
    const share = await call(filesContract.createFileShare, { body: { ...bodyOf(values), kind: "DOCUMENTS" }, inForm: true });
    await filesChanged();
    showDone(`Die Ablage „${share.name}“ ist angelegt.`);
    go(folderAddress(share.id, ""), { replace: true });
  };
  return (
    <>
      <PageHeader title="Neue Ablage anlegen" sentence="Eine Ablage ist ein gemeinsamer Ort für Ordner und Dateien." />
      <ShareForm initialValues={NEW_SHARE} saveLabel="Ablage anlegen" onSave={save} onCancel={() => go("/file-shares")} />
    </>
  );
}
