import assert from "node:assert/strict";
import { type MemberField, TEXT_FILTERS, USER_FIELD_LABELS } from "#modules/members/contract.ts";
import { linesOf } from "#modules/members/web/form/field-layout.ts";
import { bodyOf, emptyValues, withFields } from "#modules/members/web/form/member-values.ts";
import { columnFields } from "#modules/members/web/list/column-fields.ts";
import { CONTACT_LINES } from "#modules/members/web/my-profile/contact-layout.ts";
import { shownFields } from "#modules/members/web/shown-fields.ts";

/** The pages: what their forms, lists and profiles are made of. */
export function findInPages() {
  const isThere = (fields: readonly string[]) =>
    assert.ok(fields.includes("nickname"), `not among ${fields.join(", ")}`);
  const labels: Readonly<Record<string, string>> = USER_FIELD_LABELS;
  return {
    form() {
      isThere(linesOf("person").flat());
      const empty = emptyValues([], "2026-01-01");
      assert.equal(empty["nickname"], "");
      const body: Readonly<Record<string, unknown>> = bodyOf(
        withFields(empty, { nickname: " Poldi " }),
      );
      assert.equal(body["nickname"], "Poldi");
      assert.equal(labels["nickname"], "Spitzname");
    },
    "own profile's form"() {
      isThere(CONTACT_LINES.flat());
    },
    "columns to choose from"() {
      isThere(columnFields(false));
    },
    "profile and data sheet"() {
      isThere(shownFields({ can: [] }, "person"));
    },
    "filters to choose from"() {
      isThere(TEXT_FILTERS satisfies readonly MemberField[]);
    },
  };
}
