import { useQuery } from "@tanstack/react-query";
import { displayName } from "#platform/web/format/format.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { STATUS_LABELS } from "../../contract.ts";
import { ContactForm } from "./ContactForm.tsx";
import { Membership } from "./Membership.tsx";
import classes from "./my-profile.module.css";
import { OwnData } from "./OwnData.tsx";
import { OwnHistory } from "./OwnHistory.tsx";
import { PictureSection } from "./PictureSection.tsx";
import { customFieldsQuery, meQuery } from "./queries.ts";
import { Security } from "./Security.tsx";

/** Mein Profil: what a member sees and changes of their own data. */
export default function MyProfilePage() {
  const me = useQuery(meQuery);
  const fields = useQuery(customFieldsQuery);
  if (me.error && !me.data) return <LoadError error={me.error} onRetry={() => void me.refetch()} />;
  if (fields.error && !fields.data)
    return <LoadError error={fields.error} onRetry={() => void fields.refetch()} />;
  if (!me.data || !fields.data) return <RecordSkeleton />;
  return (
    <>
      <PageHeader
        title="Mein Profil"
        sentence={`${displayName(me.data)} · Mitgliedsnummer ${me.data.memberNumber} · ${STATUS_LABELS[me.data.status]}`}
      />
      <div className={classes.sections}>
        <div className={classes.column}>
          <PictureSection me={me.data} />
          <ContactForm me={me.data} fields={fields.data} />
        </div>
        <div className={classes.column}>
          <Membership me={me.data} fields={fields.data} />
          <Security me={me.data} />
          <OwnData />
        </div>
        <div className={classes.whole}>
          <OwnHistory />
        </div>
      </div>
    </>
  );
}
