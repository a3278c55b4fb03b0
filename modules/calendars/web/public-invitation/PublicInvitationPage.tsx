import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { addressOf, ApiError, call } from "#platform/web/api/api.ts";
import { usePathParams } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { invitationsContract, type Invitation } from "../../invitation-contract.ts";
import { EventFacts } from "../event/EventFacts.tsx";
import { AnswerPanel } from "../invitations/AnswerPanel.tsx";
import { closedSentence } from "../invitations/answer-words.ts";
import classes from "./public-invitation.module.css";
import { publicInvitationQuery } from "./queries.ts";

const TITLE = "Einladung beantworten";

/**
 * The page behind the link of a mailed invitation: no login, and nothing changes before a button is
 * pressed.
 */
export default function PublicInvitationPage() {
  const { id } = usePathParams("id");
  const invitation = useQuery(publicInvitationQuery(id));
  usePageTitle(TITLE);
  if (invitation.data)
    return <InvitationView key={id} publicId={id} invitation={invitation.data} />;
  if (!invitation.error) return <RecordSkeleton />;
  const status = invitation.error instanceof ApiError ? invitation.error.status : 0;
  if (status === 404 || status === 400) return <UnknownInvitation />;
  if (status === 429) {
    return (
      <>
        <PageHeader
          title={TITLE}
          sentence="Von Ihrem Anschluss kamen zu viele Versuche mit falschen Adressen. Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal."
        />
        <Button variant="default" onClick={() => void invitation.refetch()}>
          Erneut versuchen
        </Button>
      </>
    );
  }
  return (
    <>
      <PageHeader title={TITLE} />
      <LoadError error={invitation.error} onRetry={() => void invitation.refetch()} />
    </>
  );
}

function UnknownInvitation() {
  return (
    <PageHeader
      title={TITLE}
      sentence="Diese Einladung gibt es nicht oder nicht mehr. Bitte öffnen Sie den Link noch einmal aus der E-Mail; wenn Sie ihn abgeschrieben haben, prüfen Sie bitte jedes Zeichen. Vielleicht wurde die Einladung auch zurückgenommen."
    />
  );
}

function InvitationView({ publicId, invitation }: { publicId: string; invitation: Invitation }) {
  const queryClient = useQueryClient();
  const { event } = invitation;
  const isCancelled = event.status === "CANCELLED";
  const name =
    invitation.guest?.name ??
    [invitation.user?.firstname, invitation.user?.lastname].filter(Boolean).join(" ");

  const answer = async (accept: boolean, body: { comment: string; companions: number }) => {
    try {
      const saved = await call(invitationsContract.answerPublicInvitation, {
        params: { publicId },
        query: { accept: String(accept) },
        body,
        inForm: true,
      });
      queryClient.setQueryData(publicInvitationQuery(publicId).queryKey, saved);
    } catch (error) {
      // Perhaps the event was cancelled or moved meanwhile: the page then says so.
      void queryClient.invalidateQueries({ queryKey: publicInvitationQuery(publicId).queryKey });
      throw error;
    }
  };

  return (
    <>
      <PageHeader
        title={event.title}
        sentence={
          isCancelled ? (
            <strong className={classes.cancelled}>Dieser Termin ist abgesagt.</strong>
          ) : (
            `Einladung für ${name}`
          )
        }
      />
      <div className={classes.parts}>
        <EventFacts event={event} />
        <section className={classes.answer} aria-label="Ihre Antwort">
          <AnswerPanel
            answer={invitation}
            settings={event.invitationSettings}
            placesLeft={event.placesLeft}
            closed={
              invitation.can.includes("ANSWER")
                ? null
                : (closedSentence(event) ?? "Geantwortet werden kann im Augenblick nicht.")
            }
            onAnswer={answer}
          />
        </section>
        {!isCancelled && (
          <div>
            <Button
              component="a"
              variant="default"
              href={addressOf(invitationsContract.getPublicInvitationFile, { publicId })}
              leftSection={<CalendarPlus size={16} aria-hidden />}
            >
              In den Kalender
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
