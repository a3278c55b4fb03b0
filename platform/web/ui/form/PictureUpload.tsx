import { Button, FileButton, Group, Text } from "@mantine/core";
import { Camera, ImageUp } from "lucide-react";
import type { PictureChange } from "./picture-change.ts";

/** What cameras and drawing programs make; some browsers know HEIC by its ending only. */
const TYPES = "image/jpeg,image/png,image/heic,image/heif,.heic,.heif";

interface PictureUploadProps {
  change: PictureChange;
  chooseLabel: string;
  /** Of the camera's button; absent: there is none. */
  photoLabel?: string | undefined;
  /** Absent: there is no picture to remove. */
  removeLabel: string | undefined;
  /** What is taken and what becomes of it. */
  hint: string;
  onFile: (file: File) => void;
  onRemove: () => void;
}

/** Buttons to choose, take and remove a picture, with what went wrong below them. */
export function PictureUpload(props: PictureUploadProps) {
  const { change, chooseLabel, photoLabel, removeLabel, hint, onFile, onRemove } = props;
  const { working, problem } = change;
  const take = (file: File | null) => change.accept(file, onFile);
  return (
    <div>
      <Group gap="sm">
        <FileButton onChange={take} accept={TYPES} inputProps={{ "aria-label": "Bilddatei" }}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              loading={working}
              leftSection={<ImageUp size={16} aria-hidden />}
            >
              {chooseLabel}
            </Button>
          )}
        </FileButton>
        {photoLabel !== undefined && (
          <FileButton onChange={take} accept="image/*" capture="user">
            {(button) => (
              <Button
                {...button}
                variant="default"
                disabled={working}
                leftSection={<Camera size={16} aria-hidden />}
              >
                {photoLabel}
              </Button>
            )}
          </FileButton>
        )}
        {removeLabel !== undefined && (
          <Button variant="subtle" color="red" onClick={onRemove} disabled={working}>
            {removeLabel}
          </Button>
        )}
      </Group>
      <Text size="sm" c={problem ? "red" : "dimmed"} mt="xs" role={problem ? "alert" : undefined}>
        {problem ?? hint}
      </Text>
    </div>
  );
}
