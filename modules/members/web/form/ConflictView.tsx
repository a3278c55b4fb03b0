import { Button, Radio, Text } from "@mantine/core";
import { useState } from "react";
import { formatDateTime } from "#platform/web/format/format.ts";
import { useStaticData } from "#platform/web/api/static-data.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import type { User } from "../../contract.ts";
import type { CustomFieldValue } from "../../custom-field-values.ts";
import { isMemberField } from "../../fields.ts";
import { fieldText } from "../field-text.ts";
import { customValueText } from "../list/member-columns.tsx";
import classes from "../members.module.css";
import { texts } from "../texts.ts";
import { conflictingFields, type ConflictingField } from "./conflict.ts";
import { formLabels, type MemberValues } from "./member-values.ts";

export interface ConflictViewProps {
  /** The state the form started from. */
  base: User;
  mine: MemberValues;
  theirs: User;
  customFields: readonly CustomField[];
  /** Called with the value chosen for each field. */
  onResolve: (fields: Record<string, CustomFieldValue>) => void;
}

type Side = "mine" | "theirs";

/**
 * Someone else saved first: what they changed, by whom, and per field the choice of what shall
 * hold.
 */
export function ConflictView({ base, mine, theirs, customFields, onResolve }: ConflictViewProps) {
  const show = useValueText(customFields);
  const [sides, setSides] = useState<Record<string, Side>>({});
  const labels = formLabels(customFields);
  const fields = conflictingFields(base, mine, theirs, customFields);
  const sideOf = (field: ConflictingField): Side =>
    sides[field.path] ?? (field.changedByMe ? "mine" : "theirs");

  const choice = (field: ConflictingField, side: Side) => (
    <label className={classes.choice}>
      <Radio
        name={`conflict-${field.path}`}
        checked={sideOf(field) === side}
        onChange={() => setSides({ ...sides, [field.path]: side })}
        aria-label={`${labels[field.path] ?? field.path}: ${side === "mine" ? texts.conflict.mine : texts.conflict.theirs}`}
      />
      <span>
        {show(field.path, field[side])}
        {side === "mine" && !field.changedByMe && (
          <Text span size="sm" c="dimmed">
            {" "}
            ({texts.conflict.unchanged})
          </Text>
        )}
      </span>
    </label>
  );

  return (
    <>
      <Text mb="sm">
        {texts.conflict.sentence(theirs.updatedBy, formatDateTime(theirs.updatedAt))}
      </Text>
      {fields.length === 0 ? (
        <Text mb="sm">{texts.conflict.nothing}</Text>
      ) : (
        <>
          <Text mb="xs">{texts.conflict.choose}</Text>
          <div className={classes.scroller}>
            <table className={classes.conflict}>
              <thead>
                <tr>
                  <th scope="col">{texts.conflict.field}</th>
                  <th scope="col">{texts.conflict.before}</th>
                  <th scope="col">{texts.conflict.theirs}</th>
                  <th scope="col">{texts.conflict.mine}</th>
                </tr>
              </thead>
              <tbody>
                {fields.map((field) => (
                  <tr key={field.path}>
                    <th scope="row">{labels[field.path] ?? field.path}</th>
                    <td data-label={texts.conflict.before}>{show(field.path, field.before)}</td>
                    <td data-label={texts.conflict.theirs}>{choice(field, "theirs")}</td>
                    <td data-label={texts.conflict.mine}>{choice(field, "mine")}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <Button
        mt="sm"
        onClick={() =>
          onResolve(Object.fromEntries(fields.map((field) => [field.path, field[sideOf(field)]])))
        }
      >
        {texts.conflict.save}
      </Button>
    </>
  );
}

/** Values as a person reads them. */
function useValueText(customFields: readonly CustomField[]) {
  const countries = useStaticData("countries");
  return (path: string, value: CustomFieldValue): string => {
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0))
      return texts.conflict.empty;
    const own = customFields.find((field) => `customFields.${field.key}` === path);
    if (own) return customValueText(value, own.kind);
    return isMemberField(path) ? fieldText(path, String(value), countries) : String(value);
  };
}
