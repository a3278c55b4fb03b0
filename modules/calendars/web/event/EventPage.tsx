import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { ApiError } from "#platform/web/api/api.ts";
import { formatDate, formatDateTime } from "#platform/web/format/format.ts";
import { AppLink, RouterLink, usePathParams } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { Event } from "../../contract.ts";
import { EventInvitations } from "../invitations/EventInvitations.tsx";
import { MyAnswer } from "../invitations/MyAnswer.tsx";
import { SeriesInvitations } from "../invitations/series/SeriesInvitations.tsx";
import { EventActions } from "./EventActions.tsx";
import { EventFacts } from "./EventFacts.tsx";
import classes from "./event.module.css";
import { eventQuery } from "./queries.ts";

/**
 * One event, one occurrence of a series, or a series: facts, the own answer, and for organisers the
 * invited people.
 */
export default function EventPage() {
  const { eventId } = usePathParams("eventId");
  const event = useQuery(eventQuery(eventId));
  usePageTitle(event.data?.title);
  if (event.data) return <EventView event={event.data} />;
  if (!event.error) return <RecordSkeleton />;
  if (event.error instanceof ApiError && event.error.status === 404) {
    return (
      <>
        <PageHeader title="Termin" />
        <EmptyState
          action={
            <Button component={RouterLink} to="/calendars" variant="default">
              Zum Kalender
            </Button>
          }
        >
          Diesen Termin gibt es nicht mehr, oder er steht in einem Kalender, den Sie nicht sehen.
        </EmptyState>
      </>
    );
  }
  return <LoadError error={event.error} onRetry={() => void event.refetch()} />;
}

function EventView({ event }: { event: Event }) {
  const isCancelled = event.status === "CANCELLED";
  const isSeries = event.recurrence !== null && event.occurrenceOf === null;
  return (
    <>
      <PageHeader
        title={event.title}
        sentence={
          isCancelled ? (
            <span className={classes.cancelled}>
              {isSeries ? "Diese Serie ist abgesagt." : "Dieser Termin ist abgesagt."}
            </span>
          ) : undefined
        }
        actions={
          <>
            {event.can.includes("EDIT") && (
              <Button
                component={RouterLink}
                to={`/calendars/events/${event.id}/edit`}
                variant="default"
                leftSection={<Pencil size={16} aria-hidden />}
              >
                {isSeries ? "Serie bearbeiten" : "Bearbeiten"}
              </Button>
            )}
            <EventActions event={event} />
          </>
        }
      />
      <div className={classes.columns} data-two={event.myInvitation === null ? undefined : true}>
        <Card>
          <EventFacts event={event}>
            {event.occurrenceOf !== null && (
              <Text size="sm">
                Der Termin gehört zu einer Serie.{" "}
                <AppLink td="underline" to={`/calendars/events/${event.occurrenceOf}`}>
                  {event.can.includes("INVITE")
                    ? "Ganze Serie und alle Antworten ansehen"
                    : "Ganze Serie ansehen"}
                </AppLink>
              </Text>
            )}
            {event.exdates.length > 0 && (
              <Text size="sm">
                Fällt aus am {event.exdates.map((one) => formatDate(one)).join(", ")}.
              </Text>
            )}
          </EventFacts>
          {event.updatedBy !== null && (
            <Text size="sm" c="dimmed" mt="md">
              Zuletzt geändert von {event.updatedBy} am {formatDateTime(event.updatedAt)}
            </Text>
          )}
        </Card>
        {event.myInvitation && <MyAnswer event={event} invitation={event.myInvitation} />}
      </div>
      {event.can.includes("INVITE") &&
        (isSeries ? <SeriesInvitations event={event} /> : <EventInvitations event={event} />)}
    </>
  );
}
