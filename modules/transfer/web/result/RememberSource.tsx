import { Button, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { AppLink } from "#platform/web/links.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import { Form } from "#platform/web/ui/form/Form.tsx";
import { importContract, type ImportRun, type ImportSource } from "../../import-contract.ts";
import { mappingContract } from "../../mapping-contract.ts";
import { sourceQuery } from "../sync/run-queries.ts";
import classes from "./result.module.css";

/**
 * Offers to keep columns and rules under a name, so that the next file of this kind needs one
 * click.
 */
export function RememberSource({ run }: { run: ImportRun }) {
  const source = useQuery({
    ...sourceQuery(run.sourceId ?? ""),
    enabled: run.sourceId !== null,
  }).data;
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const [made, setMade] = useState<ImportSource>();
  const client = useQueryClient();
  if (run.sourceId !== null && source?.quick !== true) return null;
  if (made) return <Remembered source={made} />;
  const save = async () => {
    if (name.trim() === "") return setError("Bitte geben Sie der Quelle einen Namen.");
    setSaving(true);
    setError(undefined);
    try {
      const mapping = await call(mappingContract.createMappingConfig, {
        body: { name: name.trim(), isExport: false, entries: run.entries ?? [] },
        inForm: true,
      });
      setMade(
        await call(importContract.createImportSource, {
          body: {
            ...settingsOf(run),
            name: name.trim(),
            kind: "FILE",
            mappingConfigId: mapping.id,
          },
          inForm: true,
        }),
      );
      await Promise.all(
        [["import-source"], ["mapping-config"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.fieldErrors[0]?.message ?? failure.message);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Card title="Kommt so eine Datei öfter?">
      <Text mb="sm">
        Merken Sie sich Spalten und Regeln als Import Quelle. Die nächste Datei dieser Art ist dann
        mit einem Klick in der Vorschau.
      </Text>
      <Form className={classes.remember} onSubmit={() => void save()}>
        <TextInput
          label="Name der Quelle"
          placeholder="Zum Beispiel: Mitgliederliste aus Excel"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={error}
          maxLength={100}
          autoComplete="off"
        />
        <Button type="submit" variant="default" loading={saving}>
          Quelle merken
        </Button>
      </Form>
    </Card>
  );
}

function Remembered({ source }: { source: ImportSource }) {
  return (
    <Card title="Als Quelle gemerkt">
      <Text>
        Beim nächsten Mal wählen Sie{" "}
        <AppLink td="underline" to={`/import/${source.id}`}>
          {source.name}
        </AppLink>{" "}
        und ziehen nur noch die Datei hierher.
      </Text>
    </Card>
  );
}

/** How the file was read and compared. */
function settingsOf({
  options,
  matchKeys,
  onNew,
  onChanged,
  onMissing,
  clearWord,
  unknownGroups,
  groupDecisions,
  strict,
  neededFields,
}: ImportRun) {
  return {
    options,
    matchKeys,
    onNew,
    onChanged,
    onMissing,
    clearWord,
    unknownGroups,
    groupDecisions,
    strict,
    neededFields,
  };
}
