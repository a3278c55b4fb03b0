/** Records and a server for the component tests of calendars, events and invitations. */
import type { AnswerOf } from "#platform/contract/route.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { toPage } from "#platform/contract/paging.ts";
import { FakeApi } from "#platform/web/testing.ts";
import { calendarsContract, type Calendar, type Event } from "../contract.ts";
import { holidaysContract, type Holiday, type Holidays } from "../holiday-contract.ts";
import {
  invitationsContract,
  type EventInvitation,
  type Invitation,
  type InvitationCounts,
} from "../invitation-contract.ts";

export const TRAINING: Calendar = {
  id: "0193a000-0000-7000-8000-0000000000a1",
  name: "Training",
  color: "GREEN",
  icsId: null,
  grants: null,
  version: 1,
  can: ["ADD_EVENT"],
};
export const BOARD: Calendar = {
  ...TRAINING,
  id: "0193a000-0000-7000-8000-0000000000a2",
  name: "Vorstand",
  color: "RED",
  can: [],
};

/** An event that the reader may only read. */
export const PRACTICE: Event = {
  id: "0193a000-0000-7000-8000-0000000000e1",
  title: "Probe",
  description: "Bitte Noten mitbringen",
  location: "Vereinsheim",
  meetAt: null,
  startDateTime: "2026-11-24T19:00:00+01:00",
  endDateTime: "2026-11-24T21:00:00+01:00",
  allDay: false,
  recurrence: null,
  occurrenceOf: null,
  originalStart: null,
  exdates: [],
  leavesOutHolidays: false,
  holidayExdates: [],
  status: "CONFIRMED",
  cancelReason: null,
  calendar: { id: TRAINING.id, name: TRAINING.name, color: TRAINING.color },
  invitationSettings: null,
  myInvitation: null,
  updatedAt: "2026-11-20T10:00:00+01:00",
  updatedBy: null,
  version: 3,
  can: [],
};
/** One evening of a series that the reader may change. */
export const OCCURRENCE: Event = {
  ...PRACTICE,
  recurrence: "FREQ=WEEKLY;BYDAY=TU",
  occurrenceOf: "0193a000-0000-7000-8000-0000000000e9",
  originalStart: PRACTICE.startDateTime,
  can: ["EDIT", "DELETE", "CANCEL"],
};

/** An invitation to it that waits for the reader's answer. */
export const OPEN_INVITATION: Invitation = {
  id: "0193a000-0000-7000-8000-0000000000f1",
  event: { ...PRACTICE, placesLeft: null },
  state: "OPEN",
  position: null,
  comment: null,
  companions: 0,
  answeredAt: null,
  answeredBy: null,
  user: { id: "0193a000-0000-7000-8000-000000000001", firstname: "Erika", lastname: "Mustermann" },
  guest: null,
  invitedAt: "2026-11-20T10:00:00+01:00",
  can: ["ANSWER"],
};

/** Somebody who was invited and has not answered, as the organiser sees it. */
export const INVITED: EventInvitation = {
  id: "0193a000-0000-7000-8000-0000000000f2",
  state: "OPEN",
  position: null,
  comment: null,
  companions: 0,
  answeredAt: null,
  answeredBy: null,
  user: {
    id: "0193a000-0000-7000-8000-0000000000d1",
    firstname: "Otto",
    lastname: "Lang",
    hasProfilePicture: false,
  },
  guest: null,
  hasMail: true,
  invitedAt: "2026-11-20T10:00:00+01:00",
  remindedAt: null,
  can: ["ANSWER", "DELETE"],
};

function countsOf(rows: readonly EventInvitation[]): InvitationCounts {
  const of = (state: EventInvitation["state"]) => rows.filter((row) => row.state === state).length;
  return {
    open: of("OPEN"),
    accepted: of("ACCEPTED"),
    declined: of("DECLINED"),
    waiting: of("WAITING"),
    coming: of("ACCEPTED"),
    maximum: null,
    placesLeft: null,
    remindable: of("OPEN"),
  };
}

/** The holidays of a club in Baden-Württemberg. */
export function holidaysOf(holidays: Holiday[]): Holidays {
  const source = { title: "Kultusministerium", url: "https://example.org/ferien" };
  return { region: "BW", holidays, until: "2030-09-07", source };
}

interface Records {
  calendars?: Calendar[];
  /** Of any list of events and as the single record. */
  events?: Event[];
  invited?: EventInvitation[];
  mine?: Invitation[];
  holidays?: Holidays;
}

/** The server with these records. */
/** Calling off an event to which nobody is invited, by somebody who may write to nobody. */
export const NOBODY_TOLD: AnswerOf<typeof invitationsContract.getCancellation> = {
  invited: { people: 0, mailed: 0, inApp: 0, unreachableCount: 0, unreachable: [] },
  groups: [],
  everyone: null,
};

export function serverWith({
  calendars = [TRAINING, BOARD],
  events = [],
  invited = [],
  mine = [],
  holidays = holidaysOf([]),
}: Records): FakeApi {
  const api = new FakeApi();
  const listed = toPage(calendars, calendars.length, { page: 0, size: 200 });
  api.answer(calendarsContract.searchCalendars, listed);
  api.answer(calendarsContract.searchEvents, events);
  api.answer(invitationsContract.getCancellation, NOBODY_TOLD);
  api.answer(invitationsContract.searchInvitableIn, { everybody: false, people: [], groups: [] });
  api.answer(invitationsContract.previewInvite, { reach: NOBODY_TOLD.invited, already: 0 });
  // Whether somebody without the right to write to everybody may write to some.
  api.answer(messagesContract.searchRecipients, {
    everybody: false,
    people: [],
    groups: [],
    sets: [],
  });
  api.answer(holidaysContract.listHolidays, holidays);
  const [event] = events;
  if (event !== undefined) api.answer(calendarsContract.getEvent, event);
  api.answer(invitationsContract.listEventInvitations, ({ query }) => ({
    ...toPage(
      invited.filter(({ state }) => query.state === undefined || state === query.state),
      invited.length,
      query,
    ),
    counts: countsOf(invited),
  }));
  api.answer(invitationsContract.searchMyInvitations, ({ query }) => {
    const found = mine.filter(({ state }) => query.state === "ALL" || state === query.state);
    return toPage(found, found.length, query);
  });
  return api;
}
