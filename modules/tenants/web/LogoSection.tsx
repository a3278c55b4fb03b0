import { Button, FileButton, Group, Text } from "@mantine/core";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { tenant as tenantName } from "#platform/web/session/tenant.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { tenantsContract, type Tenant } from "../contract.ts";
import { useRefreshTenant } from "./queries.ts";
import classes from "./settings.module.css";

const TYPES = "image/jpeg,image/png,image/heic,.heic";
const MOST_BYTES = 10 * 1024 * 1024;

/** The club's logo: shown, replaced, removed. */
export function LogoSection({ tenant }: { tenant: Tenant }) {
  const refresh = useRefreshTenant();
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const address = `/public/${tenantName()}/logo?v=${encodeURIComponent(tenant.logoVersion ?? "")}`;

  const attempt = async (work: () => Promise<void>) => {
    setWorking(true);
    setProblem(undefined);
    try {
      await work();
      await refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setWorking(false);
    }
  };

  const upload = (file: File | null) => {
    if (file === null) return;
    if (file.size > MOST_BYTES)
      return setProblem("Das Bild ist größer als 10 MB. Bitte wählen Sie ein kleineres.");
    void attempt(async () => {
      await put(file);
      showDone("Das Logo ist gespeichert.");
    });
  };

  const remove = () =>
    void attempt(async () => {
      const before = await (await fetch(address)).blob();
      await call(tenantsContract.deleteLogo, { inForm: true });
      showUndo("Das Logo ist entfernt.", async () => {
        await put(await asPng(before));
        await refresh();
      });
    });

  return (
    <Card title="Logo">
      <div className={classes.logo}>
        <div className={classes.logoFrame}>
          {tenant.hasLogo ? (
            <img src={address} alt={`Logo von ${tenant.displayName}`} />
          ) : (
            <Text c="dimmed">Kein Logo</Text>
          )}
        </div>
        <div>
          <Group gap="sm">
            <FileButton onChange={upload} accept={TYPES}>
              {(props) => (
                <Button {...props} variant="default" loading={working}>
                  {tenant.hasLogo ? "Logo ersetzen" : "Logo hochladen"}
                </Button>
              )}
            </FileButton>
            {tenant.hasLogo && (
              <Button variant="subtle" color="red" onClick={remove} disabled={working}>
                Logo entfernen
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
              "JPEG, PNG oder HEIC, höchstens 10 MB. Am besten mit durchsichtigem Hintergrund."}
          </Text>
        </div>
      </div>
    </Card>
  );
}

async function put(image: Blob): Promise<void> {
  const headers = { "content-type": image.type || "image/heic" };
  await call(tenantsContract.putLogo, { body: image, headers, inForm: true });
}

/** The server keeps WebP but takes what cameras and drawing programs make. */
async function asPng(image: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}
