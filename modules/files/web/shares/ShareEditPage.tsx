import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { call } from "#platform/web/api/api.ts";
import { useGo, useReturn, usePathParams } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { filesContract } from "../../contract.ts";
import { filesChanged, shareQuery } from "../queries.ts";
import { deleteShare } from "./delete-share.ts";
import { bodyOf, valuesOf, type ShareValues } from "./share-values.ts";
import { ShareForm } from "./ShareForm.tsx";
import { SHARE_WORDS } from "./words.ts";

/** Ablage or Galerie bearbeiten: name, access, limits; deleting it. */
export default function ShareEditPage() {
  const { shareId } = usePathParams("shareId");
  const share = useQuery(shareQuery(shareId));
  const go = useGo();
  const returnTo = useReturn();
  const { one, home, addressOf } = SHARE_WORDS[share.data?.kind ?? "DOCUMENTS"];
  usePageTitle(
    share.data && `${share.data.name} bearbeiten`,
    share.data && [home, { label: share.data.name, to: addressOf(shareId) }],
  );
  const back = () => returnTo(addressOf(shareId));
  const save = async (values: ShareValues, version: number | undefined) => {
    await call(filesContract.updateFileShare, {
      params: { id: shareId },
      body: { ...bodyOf(values), version: version ?? 1 },
      inForm: true,
    });
    await filesChanged();
    showDone(`Die ${one} „${values.name}“ ist gespeichert.`);
    back();
  };
  if (share.error && !share.data)
    return <LoadError error={share.error} onRetry={() => void share.refetch()} />;
  if (!share.data) return <RecordSkeleton />;
  const known = share.data;
  return (
    <>
      <PageHeader
        title={`${known.name} bearbeiten`}
        actions={
          known.can.includes("DELETE") && (
            <Button
              variant="default"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() =>
                void deleteShare(known).then((deleted) => deleted && go(home.to, { replace: true }))
              }
            >
              {one} löschen
            </Button>
          )
        }
      />
      <ShareForm
        key={shareId}
        kind={known.kind}
        share={known}
        initialValues={valuesOf(known)}
        saveLabel={`${one} speichern`}
        onSave={save}
        onCancel={back}
      />
    </>
  );
}
