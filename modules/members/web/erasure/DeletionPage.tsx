import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { EyeOff, FileArchive, Trash2 } from "lucide-react";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { displayName, formatDate } from "#platform/web/format/format.ts";
import { RouterLink, useGo, useLeave, usePathParams } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract, type DeletionPreview } from "../../contract.ts";
import { downloadPersonalData } from "../personal-data/download-personal-data.ts";
import { deletionPreviewQuery, membersChanged } from "../queries.ts";
import { texts } from "../texts.ts";
import { DeletionLines } from "./DeletionLines.tsx";
import classes from "./deletion.module.css";

/** Löschen und anonymisieren: what goes, what stays and why, before anything happens. */
export default function DeletionPage() {
  const { userId } = usePathParams("userId");
  const preview = useQuery(deletionPreviewQuery(userId));
  const go = useGo();
  usePageTitle(preview.data && texts.deletion.pageTitle(displayName(preview.data.user)));
  if (preview.error instanceof ApiError && preview.error.status === 404) {
    return (
      <EmptyState action={<Button onClick={() => go("/users")}>{texts.profile.toList}</Button>}>
        {texts.deletion.gone}
      </EmptyState>
    );
  }
  if (preview.error && !preview.data)
    return <LoadError error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <RecordSkeleton />;
  const { user, lines, obstacles, can } = preview.data;
  const name = displayName(user);

  return (
    <>
      <PageHeader
        title={texts.deletion.pageTitle(name)}
        sentence={texts.deletion.sentence}
        actions={
          can.includes("EXPORT") && (
            <Button
              variant="default"
              leftSection={<FileArchive size={16} aria-hidden />}
              onClick={() => void downloadPersonalData(user)}
            >
              {texts.profile.dataExport}
            </Button>
          )
        }
      />
      {obstacles.length > 0 && (
        <Alert color="red" variant="light" mb="lg" maw="60rem" title={texts.deletion.obstacles}>
          {obstacles.map((obstacle) => (
            <p key={obstacle} className={classes.paragraph}>
              {obstacle}
            </p>
          ))}
        </Alert>
      )}
      <DeletionLines lines={lines} />
      <DeletionChoices preview={preview.data} />
    </>
  );
}

/** Into the trash, at once and for good, or not at all: what the server allows of it. */
function DeletionChoices({ preview }: { preview: DeletionPreview }) {
  const { user, anonymisedOn, can } = preview;
  const { working, trash, wipe } = useDeletion(user);
  return (
    <div className={classes.actions}>
      {can.includes("DELETE") && (
        <section>
          <h2>{texts.profile.trash}</h2>
          <p className={classes.paragraph}>{texts.deletion.trashHelp(formatDate(anonymisedOn))}</p>
          <Button loading={working} leftSection={<Trash2 size={16} aria-hidden />} onClick={trash}>
            {texts.profile.trash}
          </Button>
        </section>
      )}
      {user.inTrash && (
        <p className={classes.paragraph}>{texts.deletion.inTrash(formatDate(anonymisedOn))}</p>
      )}
      {can.includes("ANONYMISE") && (
        <section>
          <h2>{texts.trash.wipe}</h2>
          <p className={classes.paragraph}>{texts.deletion.wipeHelp}</p>
          <Button
            color="red"
            variant="light"
            loading={working}
            leftSection={<EyeOff size={16} aria-hidden />}
            onClick={wipe}
          >
            {texts.trash.wipe}
          </Button>
        </section>
      )}
      <div>
        <Button
          variant="default"
          renderRoot={(props) => (
            <RouterLink {...props} to={user.inTrash ? "/users/trash" : `/users/${user.id}`} />
          )}
        >
          {texts.deletion.back}
        </Button>
      </div>
    </div>
  );
}

/** Returns what the buttons do, and whether it is being done. */
function useDeletion(user: DeletionPreview["user"]) {
  const leave = useLeave();
  const [working, setWorking] = useState(false);
  const name = displayName(user);
  const params = { id: user.id };

  const during = async (task: () => Promise<void>) => {
    setWorking(true);
    try {
      await task();
    } finally {
      setWorking(false);
    }
  };
  const trash = () =>
    during(async () => {
      await leave("/users", () => call(usersContract.deleteUser, { params }));
      await membersChanged();
      showUndo(texts.profile.trashed(name), async () => {
        await call(usersContract.restoreUser, { params });
        await membersChanged();
      });
    });
  const wipe = () =>
    during(async () => {
      const question = {
        title: texts.trash.wipeAsk(name),
        text: texts.trash.wipeText(name),
        confirmLabel: texts.trash.wipe,
        destructive: true,
      };
      if (!(await askToConfirm(question))) return;
      await leave("/users", () => call(usersContract.anonymiseUser, { params }));
      await membersChanged();
      showDone(texts.trash.wiped);
    });
  return { working, trash: () => void trash(), wipe: () => void wipe() };
}
