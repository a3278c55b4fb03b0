import type { FieldSection } from "../field-kinds.ts";
import { fieldOf, type MemberField } from "../fields.ts";
import type { User } from "../user-shapes.ts";
import { fieldsOfSection } from "./form/field-layout.ts";

/** Returns the fields of a section that the reader may see, for the profile and the data sheet. */
export function shownFields({ can }: Pick<User, "can">, section: FieldSection): MemberField[] {
  const seesProtected = can.includes("SEE_PROTECTED");
  return fieldsOfSection(section).filter(
    (field) => seesProtected || fieldOf(field).access !== "protected",
  );
}
