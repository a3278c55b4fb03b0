import { Button, FileButton, Group, Text } from "@mantine/core";
import { Camera, ImageUp } from "lucide-react";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { displayName } from "#platform/web/format/format.ts";
import { useIsPhone } from "#platform/web/screen.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract, type Me } from "../../contract.ts";
import classes from "./my-profile.module.css";
import { PicturePreview } from "./PicturePreview.tsx";
import { useRefreshMe } from "./queries.ts";

const TYPES = "image/jpeg,image/png,image/heic,image/heif,.heic,.heif";
const MOST_BYTES = 10 * 1024 * 1024;

/** One's own picture: chosen or taken with the phone, looked at, then kept. */
export function PictureSection({ me }: { me: Me }) {
  const refresh = useRefreshMe();
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<File>();
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  // Pictures carry no version of their own: each change made here loads it again.
  const [revision, setRevision] = useState(0);

  const choose = (file: File | null) => {
    if (file === null) return;
    setProblem(undefined);
    if (file.size > MOST_BYTES)
      setProblem("Das Bild ist größer als 10 MB. Bitte wählen Sie ein kleineres.");
    else setChosen(file);
  };

  const attempt = async (work: () => Promise<void>) => {
    setWorking(true);
    setProblem(undefined);
    try {
      await work();
      await refresh();
      setRevision((number) => number + 1);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setWorking(false);
      setChosen(undefined);
    }
  };

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
        attempt(async () => put(await asJpeg(before), "image/jpeg")),
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
          <Group gap="sm">
            <FileButton onChange={choose} accept={TYPES} inputProps={{ "aria-label": "Bilddatei" }}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  loading={working}
                  leftSection={<ImageUp size={16} aria-hidden />}
                >
                  {me.hasProfilePicture ? "Bild ersetzen" : "Bild auswählen"}
                </Button>
              )}
            </FileButton>
            {isPhone && (
              <FileButton onChange={choose} accept="image/*" capture="user">
                {(props) => (
                  <Button
                    {...props}
                    variant="default"
                    disabled={working}
                    leftSection={<Camera size={16} aria-hidden />}
                  >
                    Foto aufnehmen
                  </Button>
                )}
              </FileButton>
            )}
            {me.hasProfilePicture && (
              <Button variant="subtle" color="red" onClick={remove} disabled={working}>
                Bild entfernen
              </Button>
            )}
          </Group>
          <Text
            size="sm"
            c={problem ? "red" : "dimmed"}
            mt="xs"
            role={problem ? "alert" : undefined}
          >
            {problem ??
              "JPEG, PNG oder HEIC, höchstens 10 MB. Das Bild wird quadratisch zugeschnitten; Ort und Gerät werden entfernt."}
          </Text>
        </div>
      </div>
      <PicturePreview
        file={chosen}
        working={working}
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

/** The server keeps WebP but takes what cameras make. */
async function asJpeg(image: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
}
