import { Text } from "@mantine/core";
import { call } from "#platform/web/api/api.ts";
import { tenant as tenantName } from "#platform/web/session/tenant.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { pictureAs, usePictureChange } from "#platform/web/ui/form/picture-change.ts";
import { PictureUpload } from "#platform/web/ui/form/PictureUpload.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { tenantsContract, type Tenant } from "../contract.ts";
import { useRefreshTenant } from "./queries.ts";
import classes from "./settings.module.css";

/** The club's logo: shown, replaced, removed. */
export function LogoSection({ tenant }: { tenant: Tenant }) {
  const refresh = useRefreshTenant();
  const change = usePictureChange(refresh);
  const address = `/public/${tenantName()}/logo?v=${encodeURIComponent(tenant.logoVersion ?? "")}`;
  const upload = (file: File) =>
    void change.attempt(async () => {
      await put(file);
      showDone("Das Logo ist gespeichert.");
    });
  const remove = () =>
    void change.attempt(async () => {
      const before = await (await fetch(address)).blob();
      await call(tenantsContract.deleteLogo, { inForm: true });
      showUndo("Das Logo ist entfernt.", async () => {
        await put(await pictureAs(before, "image/png"));
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
        <PictureUpload
          change={change}
          chooseLabel={tenant.hasLogo ? "Logo ersetzen" : "Logo hochladen"}
          removeLabel={tenant.hasLogo ? "Logo entfernen" : undefined}
          hint="JPEG, PNG oder HEIC, höchstens 10 MB. Am besten mit durchsichtigem Hintergrund."
          onFile={upload}
          onRemove={remove}
        />
      </div>
    </Card>
  );
}

async function put(image: Blob): Promise<void> {
  const headers = { "content-type": image.type || "image/heic" };
  await call(tenantsContract.putLogo, { body: image, headers, inForm: true });
}
