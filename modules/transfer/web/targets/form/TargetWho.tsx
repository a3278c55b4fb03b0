import { Group as Row, Radio, Select, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MemberFilterField, savedViewsQuery } from "#modules/members/web/public.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { TARGET_FIELD_LABELS as LABELS, type TargetFormState } from "./target-values.ts";

/** Members by a filter of its own, or by a saved view that may change later. */
export function TargetWho({ form }: { form: TargetFormState }) {
  const { values } = form;
  const views = useQuery({ ...savedViewsQuery, enabled: useCan("QUERY_USER") }).data ?? [];
  const [byView, setByView] = useState(values.viewId !== "");
  return (
    <Stack gap="sm" id={fieldId("filter")}>
      {views.length > 0 && (
        <Radio.Group
          label={LABELS["filter"]}
          value={byView ? "view" : "filter"}
          onChange={(next) => {
            setByView(next === "view");
            form.setFieldValue("viewId", "");
          }}
        >
          <Row gap="lg" mt={6}>
            <Radio value="filter" label="Nach Filtern" />
            <Radio value="view" label="Wie eine gespeicherte Ansicht" />
          </Row>
        </Radio.Group>
      )}
      {byView ? (
        <Select
          id={fieldId("viewId")}
          label={LABELS["viewId"]}
          description="Es gilt immer, was die Ansicht am Tag des Laufs zeigt."
          data={views.map((view) => ({ value: view.id, label: view.name }))}
          value={values.viewId || null}
          onChange={(id) => form.setFieldValue("viewId", id ?? "")}
          error={form.errors["viewId"]}
        />
      ) : (
        <MemberFilterField
          label={views.length > 0 ? "Filter" : (LABELS["filter"] ?? "")}
          value={values.filter}
          onChange={(filter) => form.setFieldValue("filter", filter)}
        />
      )}
    </Stack>
  );
}
