import { Checkbox, Group as Row, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { USER_FIELD_LABELS, USER_SORT_FIELDS } from "#modules/members/contract.ts";
import { AppLink, pageAddress } from "#platform/web/links.tsx";
import { useCan } from "#platform/web/session/me.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { mappingConfigsQuery } from "../../queries.ts";
import { TARGET_FIELD_LABELS as LABELS, type TargetFormState } from "./target-values.ts";

/** Which columns the file has, and in which order its rows stand. */
export function TargetColumns({ form }: { form: TargetFormState }) {
  const { values } = form;
  const mappings = useQuery(mappingConfigsQuery(true)).data?.content ?? [];
  const seesProtected = useCan("MANAGE_USER");
  return (
    <>
      <Select
        id={fieldId("mappingConfigId")}
        label={LABELS["mappingConfigId"]}
        description={
          <>
            Eigene Spalten mit eigenen Namen, Reihenfolge und Werten legen Sie unter{" "}
            <AppLink td="underline" to={pageAddress("/mapping-config/create", { isExport: true })}>
              Spalten zusammenstellen
            </AppLink>{" "}
            an.
          </>
        }
        data={[
          { value: "", label: "alle Felder unter ihrem eigenen Namen" },
          ...mappings.map((config) => ({ value: String(config.id), label: config.name })),
        ]}
        value={values.mappingConfigId}
        onChange={(id) => form.setFieldValue("mappingConfigId", id ?? "")}
        allowDeselect={false}
        error={form.errors["mappingConfigId"]}
      />
      {values.mappingConfigId === "" && seesProtected && (
        <Checkbox
          label="Auch Bankverbindung und Notizen"
          checked={values.options.protectedFields}
          onChange={(event) =>
            form.setFieldValue("options", {
              ...values.options,
              protectedFields: event.currentTarget.checked,
            })
          }
        />
      )}
      <Row gap="sm" align="flex-end">
        <Select
          label={LABELS["sort"]}
          data={USER_SORT_FIELDS.map((field) => ({
            value: field as string,
            label: USER_FIELD_LABELS[field],
          }))}
          value={values.sort}
          onChange={(sort) => form.setFieldValue("sort", sort ?? "lastname")}
          allowDeselect={false}
          searchable
        />
        <Select
          aria-label={LABELS["dir"]}
          data={[
            { value: "ASC", label: "aufsteigend" },
            { value: "DESC", label: "absteigend" },
          ]}
          value={values.dir}
          onChange={(dir) => form.setFieldValue("dir", dir === "DESC" ? "DESC" : "ASC")}
          allowDeselect={false}
        />
      </Row>
    </>
  );
}
