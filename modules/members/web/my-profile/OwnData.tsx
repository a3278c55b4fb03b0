import { Button, Text } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { today } from "#platform/web/format/format.ts";
import { saveFile } from "#platform/web/api/save-file.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { usersContract } from "../../contract.ts";

/** Everything held about the reader as one file (DSGVO, articles 15 and 20). */
export function OwnData() {
  const [working, setWorking] = useState(false);
  const download = async () => {
    setWorking(true);
    try {
      saveFile(await call(usersContract.exportMe), `Meine Daten ${today()}.zip`);
    } finally {
      setWorking(false);
    }
  };
  return (
    <Card title="Meine Daten herunterladen">
      <Text mb="md">
        Alles, was der Verein über Sie gespeichert hat, in einer ZIP-Datei: zum Lesen und in einer
        Form, die andere Programme verstehen.
      </Text>
      <Button
        variant="default"
        loading={working}
        leftSection={<Download size={16} aria-hidden />}
        onClick={() => void download()}
      >
        Meine Daten herunterladen
      </Button>
    </Card>
  );
}
