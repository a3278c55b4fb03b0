import type { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import type { ImportSource } from "../../../import-contract.ts";
import type { SourceValues } from "./source-values.ts";

/** What a part of the source's form works on. */
export interface SourceFields {
  form: ReturnType<typeof useVersionedForm<SourceValues, ImportSource>>["form"];
}
