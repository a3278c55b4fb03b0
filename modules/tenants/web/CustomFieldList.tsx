import { ActionIcon, Badge, Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { AppLink, RouterLink } from "#platform/web/navigation.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { tenantsContract, type CustomField } from "../contract.ts";
import { KIND_LABELS } from "./custom-field-values.ts";
import { customFieldsQuery, useRefreshCustomFields } from "./queries.ts";
import classes from "./settings.module.css";

/** The club's custom member fields, in the order in which forms and lists show them. */
export function CustomFieldList() {
  const fields = useQuery(customFieldsQuery);
  const refresh = useRefreshCustomFields();
  const [moving, setMoving] = useState(false);

  const move = async (list: readonly CustomField[], from: number, to: number) => {
    const ordered = [...list];
    ordered.splice(to, 0, ...ordered.splice(from, 1));
    setMoving(true);
    try {
      for (const [position, field] of ordered.entries())
        if (field.position !== position) await savePosition(field, position);
    } finally {
      await refresh();
      setMoving(false);
    }
  };

  return (
    <Card
      title="Eigene Felder der Mitglieder"
      actions={
        <Button
          component={RouterLink}
          to="/settings/fields/create"
          variant="default"
          size="xs"
          leftSection={<Plus size={15} aria-hidden />}
        >
          Feld anlegen
        </Button>
      }
    >
      {fields.error && !fields.data ? (
        <LoadError error={fields.error} onRetry={() => void fields.refetch()} />
      ) : !fields.data ? (
        <ListSkeleton rows={3} />
      ) : fields.data.length === 0 ? (
        <Text c="dimmed">
          Noch keine eigenen Felder. Legen Sie an, was Ihr Verein zusätzlich festhält, zum Beispiel
          Trikotgröße oder Führerschein.
        </Text>
      ) : (
        <ul className={classes.fields}>
          {fields.data.map((field, index, list) => (
            <li key={field.id} className={classes.field}>
              <div className={classes.fieldWords}>
                <AppLink to={`/settings/fields/${field.id}`} fw={560}>
                  {field.label}
                </AppLink>
                <Text size="sm" c="dimmed">
                  {KIND_LABELS[field.kind]}
                  {field.options.length > 0 && `: ${field.options.join(", ")}`}
                </Text>
              </div>
              {field.required && (
                <Badge variant="light" color="gray" tt="none" fw={500}>
                  Pflicht
                </Badge>
              )}
              {field.selfService && (
                <Badge variant="light" tt="none" fw={500} visibleFrom="sm">
                  Mitglied pflegt selbst
                </Badge>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                disabled={moving}
                style={{ visibility: index === 0 ? "hidden" : undefined }}
                aria-label={`${field.label} nach oben`}
                onClick={() => void move(list, index, index - 1)}
              >
                <ArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                disabled={moving}
                style={{ visibility: index === list.length - 1 ? "hidden" : undefined }}
                aria-label={`${field.label} nach unten`}
                onClick={() => void move(list, index, index + 1)}
              >
                <ArrowDown size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

async function savePosition(
  { id, label, options, required, selfService, version }: CustomField,
  position: number,
): Promise<void> {
  await call(tenantsContract.updateCustomField, {
    params: { id },
    body: { label, options, required, selfService, position, version },
  });
}
