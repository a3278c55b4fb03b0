import type { FormErrors } from "@mantine/form";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { displayName, today } from "#platform/web/format/format.ts";
import { useGo, useReturn } from "#platform/web/navigation.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { useRecordForm } from "#platform/web/ui/form/record-form.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import type { CustomField } from "#modules/tenants/contract.ts";
import { usersContract } from "../../contract.ts";
import { membersChanged, useCustomFieldsWhenKnown } from "../queries.ts";
import { texts } from "../texts.ts";
import { DuplicateWarning } from "./DuplicateWarning.tsx";
import {
  bodyOf,
  checkValues,
  emptyValues,
  formLabels,
  type MemberValues,
} from "./member-values.ts";
import { MemberFields } from "./MemberFields.tsx";
import { NewMemberGroups } from "./NewMemberGroups.tsx";

/** Neues Mitglied anlegen. */
export default function CreateMemberPage() {
  const customFields = useCustomFieldsWhenKnown();
  return (
    <>
      <PageHeader title={texts.form.createTitle} />
      {customFields ? <CreateForm customFields={customFields} /> : <RecordSkeleton />}
    </>
  );
}

function CreateForm({ customFields }: { customFields: readonly CustomField[] }) {
  const go = useGo();
  const returnTo = useReturn();
  const [groupIds, setGroupIds] = useState<string[]>();
  const record = useRecordForm<MemberValues>({
    initialValues: emptyValues(customFields, today()),
    validate: (values) => checkValues(values),
    onSave: async (values) => {
      const body = { ...bodyOf(values), ...(groupIds && { groupIds }) };
      const user = await call(usersContract.createUser, { body, inForm: true });
      await membersChanged();
      showDone(texts.form.created(displayName(user)));
      go(`/users/${user.id}`, { replace: true });
    },
  });
  return (
    <RecordForm
      record={record}
      saveLabel={texts.form.create}
      onCancel={() => returnTo("/users")}
      fieldLabels={{ ...formLabels(customFields), groupIds: texts.form.groups }}
    >
      <MemberFields
        form={record.form}
        customFields={customFields}
        creating
        // Once it is saved, the new member itself would be found.
        duplicates={!record.saving && <DuplicateWarning values={record.form.values} />}
        groups={
          <NewMemberGroups
            value={groupIds}
            onChange={setGroupIds}
            error={errorOfGroups(record.form.errors)}
          />
        }
      />
    </RecordForm>
  );
}

/** The server names the place in the list. */
function errorOfGroups(errors: FormErrors) {
  return Object.entries(errors).find(([path]) => path.startsWith("groupIds"))?.[1];
}
