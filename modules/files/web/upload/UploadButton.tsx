import { Button, Menu } from "@mantine/core";
import { Camera, ChevronDown, FileUp, FolderUp, Upload } from "lucide-react";
import { useRef, type ChangeEvent } from "react";
import { useMe } from "#platform/web/session/me.tsx";
import { useIsPhone } from "#platform/web/screen.ts";
import type { FileShare } from "../../contract.ts";
import { givenByInput } from "./given-files.ts";
import { startUpload } from "./start-upload.ts";

/** Every browser knows it, the types do not. */
const WHOLE_FOLDER = { webkitdirectory: "" };

/** Uploads files, a whole folder or, on the phone, a photo taken now. */
export function UploadButton({ share, folder }: { share: FileShare; folder: string }) {
  const files = useRef<HTMLInputElement>(null);
  const whole = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const isPhone = useIsPhone();
  const readerId = useMe().id;
  const accept = share.allowedTypes?.join(",");
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const given = givenByInput(event.currentTarget.files ?? []);
    // The same files can be chosen again.
    event.currentTarget.value = "";
    if (given.files.length > 0) void startUpload({ share, folder, readerId }, given);
  };
  const common = { type: "file", hidden: true, onChange: take, tabIndex: -1 } as const;
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            leftSection={<Upload size={16} aria-hidden />}
            rightSection={<ChevronDown size={15} aria-hidden />}
          >
            Hochladen
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<FileUp size={16} aria-hidden />}
            onClick={() => files.current?.click()}
          >
            Dateien auswählen
          </Menu.Item>
          {isPhone ? (
            <Menu.Item
              leftSection={<Camera size={16} aria-hidden />}
              onClick={() => camera.current?.click()}
            >
              Foto aufnehmen
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<FolderUp size={16} aria-hidden />}
              onClick={() => whole.current?.click()}
            >
              Ganzen Ordner auswählen
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <input {...common} ref={files} multiple accept={accept} aria-label="Dateien hochladen" />
      <input {...common} {...WHOLE_FOLDER} ref={whole} aria-label="Ordner hochladen" />
      <input
        {...common}
        ref={camera}
        accept="image/*"
        capture="environment"
        aria-label="Foto hochladen"
      />
    </>
  );
}
