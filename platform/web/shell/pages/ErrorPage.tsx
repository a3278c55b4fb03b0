import { Button } from "@mantine/core";
import { RouterLink } from "#platform/web/links.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";

/** The address /error: where links that can't be followed any more lead to. */
export default function ErrorPage() {
  return (
    <>
      <PageHeader
        title="Das hat nicht geklappt"
        sentence="Die Aktion konnte nicht abgeschlossen werden. Was Sie vorher gespeichert haben, ist weiterhin da."
      />
      <Button component={RouterLink} to="/">
        Zur Übersicht
      </Button>
    </>
  );
}
