import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { displayName } from "#platform/web/format/format.ts";
import { useGo, usePathParams, useReturn } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { useRecordForm } from "#platform/web/ui/form/record-form.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import type { CustomField } from "#modules/tenants/contract.ts";
import { user as userSchema, usersContract, type User } from "../../contract.ts";
import type { CustomFieldValue } from "../../custom-field-values.ts";
import { formatIban } from "./iban.ts";
import { memberQuery, membersChanged, useCustomFieldsWhenKnown } from "../queries.ts";
import { texts } from "../texts.ts";
import { ConflictView } from "./ConflictView.tsx";
import { DuplicateWarning } from "./DuplicateWarning.tsx";
import {
  bodyOf,
  checkValues,
  formLabels,
  valuesOf,
  withFields,
  type MemberValues,
} from "./member-values.ts";
import { MemberFields } from "./MemberFields.tsx";

/** A member's form at its own address. */
export default function EditMemberPage() {
  const { userId } = usePathParams("userId");
  // The form starts from the state of now, never from one remembered minutes ago.
  const member = useQuery({ ...memberQuery(userId), staleTime: 0 });
  const customFields = useCustomFieldsWhenKnown();
  const [opened, setOpened] = useState<User>();
  if (member.data && !member.isFetching && opened?.id !== userId) setOpened(member.data);
  usePageTitle(opened && texts.form.editTitle(displayName(opened)));

  if (member.error && !opened)
    return <LoadError error={member.error} onRetry={() => void member.refetch()} />;
  if (!opened || opened.id !== userId || !customFields) return <RecordSkeleton />;
  if (!opened.can.includes("EDIT")) return <NotAllowed profile={`/users/${userId}`} />;
  // Later states of the record do not touch the form: what is being typed stays.
  return <EditForm key={opened.id} user={opened} customFields={customFields} />;
}

function NotAllowed({ profile }: { profile: string }) {
  const go = useGo();
  return (
    <EmptyState action={<Button onClick={() => go(profile)}>{texts.dataSheet.back}</Button>}>
      {texts.form.editNotAllowed}
    </EmptyState>
  );
}

/** The link in it counts only for the address that it was sent to. */
function invitationEnded(before: User, after: User): boolean {
  const [old, now] = [before, after].map(({ email }) => (email ?? "").toLowerCase());
  return after.loginState === "INVITED" && old !== now;
}

function EditForm({ user, customFields }: { user: User; customFields: readonly CustomField[] }) {
  const returnTo = useReturn();
  const [base, setBase] = useState(user);
  // What is saved next stands on the latest, also before the page is drawn again.
  const latest = useRef(user);
  const standOn = (next: User) => {
    latest.current = next;
    setBase(next);
  };
  const [saveAgain, setSaveAgain] = useState(false);
  const profile = `/users/${user.id}`;
  const record = useRecordForm<MemberValues>({
    initialValues: valuesOf(user, customFields),
    validate: (values) => checkValues(values, user),
    onSave: async (values) => {
      const body = bodyOf(values);
      // The form groups the IBAN for reading; that alone is no change worth an entry in the
      // history.
      const known = latest.current;
      const iban = formatIban(body.iban) === formatIban(known.iban) ? known.iban : body.iban;
      const saved = await call(usersContract.updateUser, {
        params: { id: user.id },
        body: { ...body, iban, memberNumber: body.memberNumber ?? "", version: known.version },
        inForm: true,
      });
      await membersChanged();
      showDone(
        invitationEnded(base, saved)
          ? texts.form.invitationEnded
          : texts.form.saved(displayName(saved)),
      );
      returnTo(profile);
    },
    standOnOwn: (current, sent) => {
      const { data } = userSchema.safeParse(current);
      const contentOf = (values: MemberValues) => JSON.stringify(bodyOf(values));
      if (!data || contentOf(valuesOf(data, customFields)) !== contentOf(sent)) return false;
      standOn(data);
      return true;
    },
  });
  const conflict = userSchema.safeParse(record.conflict);

  useEffect(() => {
    if (!saveAgain) return;
    setSaveAgain(false);
    void record.save();
    // Runs once per choice, with the values the choice has put into the form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [saveAgain]);

  const resolve = (theirs: User, fields: Record<string, CustomFieldValue>) => {
    record.form.setValues(withFields(record.form.values, fields));
    standOn(theirs);
    record.clearConflict();
    setSaveAgain(true);
  };

  return (
    <>
      <PageHeader title={texts.form.editTitle(displayName(user))} />
      <RecordForm
        record={record}
        saveLabel={texts.form.save}
        onCancel={() => returnTo(profile)}
        fieldLabels={formLabels(customFields)}
        {...(conflict.success
          ? {
              conflictView: (
                <ConflictView
                  base={base}
                  mine={record.form.values}
                  theirs={conflict.data}
                  customFields={customFields}
                  onResolve={(fields) => resolve(conflict.data, fields)}
                />
              ),
            }
          : {})}
      >
        <MemberFields
          form={record.form}
          customFields={customFields}
          creating={false}
          duplicates={<DuplicateWarning values={record.form.values} ownId={user.id} />}
        />
      </RecordForm>
    </>
  );
}
