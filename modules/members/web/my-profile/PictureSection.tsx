import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { displayName } from "#platform/web/format/format.ts";
import { useIsPhone } from "#platform/web/screen.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { pictureAs, usePictureChange } from "#platform/web/ui/form/picture-change.ts";
import { PictureUpload } from "#platform/web/ui/form/PictureUpload.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";
import { usersContract, type Me } from "../../contract.ts";
import classes from "./my-profile.module.css";
import { PicturePreview } from "./PicturePreview.tsx";
import { useRefreshMe } from "./queries.ts";

/** One's own picture: chosen or taken with the phone, looked at, then kept. */
export function PictureSection({ me }: { me: Me }) {
  const refresh = useRefreshMe();
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<File>();
  // Pictures carry no version of their own: each change made here loads it again.
  const [revision, setRevision] = useState(0);
  const change = usePictureChange(async () => {
    await refresh();
    setRevision((number) => number + 1);
  });
  const attempt = (work: () => Promise<void>) =>
    change.attempt(work).finally(() => setChosen(undefined));

  const keep = (file: File) =>
    void attempt(async () => {
      await put(file, file.type || "image/heic");
      showDone("Ihr Bild ist gespeichert.");
    });
  const remove = () =>
    void attempt(async () => {
      const before = await call(usersContract.getMyPicture, { query: { size: "512" } });
      await call(usersContract.deleteMyPicture);
      showUndo("Ihr Bild ist entfernt.", () =>
        attempt(async () => put(await pictureAs(before, "image/jpeg"), "image/jpeg")),
      );
    });

  return (
    <Card>
      <div className={classes.pictureRow}>
        <ProfilePicture
          person={me}
          size={96}
          own
          revision={revision}
          alt={`Bild von ${displayName(me)}`}
        />
        <div className={classes.pictureWords}>
          <PictureUpload
            change={change}
            chooseLabel={me.hasProfilePicture ? "Bild ersetzen" : "Bild auswählen"}
            photoLabel={isPhone ? "Foto aufnehmen" : undefined}
            removeLabel={me.hasProfilePicture ? "Bild entfernen" : undefined}
            hint="JPEG, PNG oder HEIC, höchstens 10 MB. Das Bild wird quadratisch zugeschnitten; Ort und Gerät werden entfernt."
            onFile={setChosen}
            onRemove={remove}
          />
        </div>
      </div>
      <PicturePreview
        file={chosen}
        working={change.working}
        onKeep={keep}
        onClose={() => setChosen(undefined)}
      />
    </Card>
  );
}

async function put(image: Blob, type: string): Promise<void> {
  await call(usersContract.putMyPicture, {
    body: image,
    headers: { "content-type": type },
    inForm: true,
  });
}
