import { Button, Group, Modal, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import classes from "./my-profile.module.css";

interface PicturePreviewProps {
  /** The chosen picture; the dialog is open while there is one. */
  file: File | undefined;
  working: boolean;
  onKeep: (file: File) => void;
  onClose: () => void;
}

/** Shows the picture as it will be cut, before anything is sent. */
export function PicturePreview({ file, working, onKeep, onClose }: PicturePreviewProps) {
  const [shown, setShown] = useState<{ file: File; url: string; readable: boolean }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setShown({ file, url, readable: true });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return (
    <Modal opened={file !== undefined} onClose={onClose} title="Bild übernehmen?">
      {shown && (
        <div className={classes.preview}>
          {shown.readable ? (
            <img
              src={shown.url}
              alt="Vorschau Ihres Bildes"
              onError={() => setShown({ ...shown, readable: false })}
            />
          ) : (
            <Text>
              Dieser Browser kann „{shown.file.name}“ nicht anzeigen. Sie können das Bild trotzdem
              übernehmen.
            </Text>
          )}
        </div>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose} disabled={working}>
          Abbrechen
        </Button>
        <Button onClick={() => shown && onKeep(shown.file)} loading={working} data-autofocus>
          Bild übernehmen
        </Button>
      </Group>
    </Modal>
  );
}
