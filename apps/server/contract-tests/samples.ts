import { allCalendarsRoutes } from "#modules/calendars/all-routes.ts";
import { changelogContract } from "#modules/changelog/contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { allMembersRoutes } from "#modules/members/all-routes.ts";
import { programmeContract } from "#modules/event-import/contract.ts";
import { identityContract } from "#modules/identity/contract.ts";
import { dashboardContract } from "#modules/dashboard/contract.ts";
import { searchContract } from "#modules/search/contract.ts";
import { allMessagesRoutes } from "#modules/messages/all-routes.ts";
import { systemContract } from "#modules/system/contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { allTransferRoutes } from "#modules/transfer/all-routes.ts";
import type { BodyInput, Bytes, ParamsInput, QueryInput, Route } from "#platform/contract/route.ts";

/** Every contract of the product. A module missing here is found by the test of the module list. */
export const contracts = {
  tenants: tenantsContract,
  identity: identityContract,
  members: allMembersRoutes,
  changelog: changelogContract,
  calendars: allCalendarsRoutes,
  eventImport: programmeContract,
  files: filesContract,
  messages: allMessagesRoutes,
  transfer: allTransferRoutes,
  search: searchContract,
  system: systemContract,
  dashboard: dashboardContract,
} as const;

/** Records of one tenant whose ids the samples use. */
export interface Records {
  userId: string;
  groupId: string;
  subgroupId: string;
  viewId: string;
  customFieldId: string;
  changeId: string;
  /** Documents, open to everybody, with the picture `Bild.png` in it. */
  shareId: string;
  exportTargetId: string;
  /** Ended, with its file. */
  exportRunId: string;
  calendarId: string;
  eventId: string;
  /** Of a series; it has no row of its own. */
  occurrenceId: string;
  /** To the event. */
  invitationId: string;
  publicInvitationId: string;
  publicSeriesId: string;
  /** With one attachment, sent to the user. */
  messageId: string;
  /** Of the unsubscribe link in the mail about it. */
  mailToken: string;
  attachmentId: string;
  /** With one attachment. */
  draftId: string;
  draftAttachmentId: string;
  importSourceId: string;
  /** Of one faulty row. */
  importRunId: string;
  /** Of imports. */
  mappingConfigId: number;
}

export interface Sample<R extends Route> {
  params?: ParamsInput<R>;
  query?: QueryInput<R>;
  body?: R["body"] extends Bytes ? Buffer : BodyInput<R>;
  /** The ids in it belong to a tenant: tried from another tenant, the answer is 404. */
  namesRecord?: true;
}

type Contracts = typeof contracts;
type Samples = {
  [M in keyof Contracts]: {
    [R in keyof Contracts[M]]: (
      records: Records,
    ) => Contracts[M][R] extends Route ? Sample<Contracts[M][R]> : never;
  };
};

export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const byUser = ({ userId }: Records) => ({ params: { id: userId }, namesRecord: true }) as const;
const byGroup = ({ groupId }: Records) => ({ params: { id: groupId }, namesRecord: true }) as const;

const byCalendar = ({ calendarId }: Records) =>
  ({ params: { id: calendarId }, namesRecord: true }) as const;
const byEvent = ({ eventId }: Records) => ({ params: { id: eventId }, namesRecord: true }) as const;
const byOccurrence = ({ occurrenceId }: Records) =>
  ({ params: { id: occurrenceId }, namesRecord: true }) as const;
const anEvent = {
  title: "Fremd geändert",
  startDateTime: "2026-12-24T18:30:00+01:00",
  endDateTime: "2026-12-24T20:00:00+01:00",
};

const byShare = ({ shareId }: Records) => ({ params: { id: shareId }, namesRecord: true }) as const;
const byFile = ({ shareId }: Records) =>
  ({ params: { id: shareId, path: "Bild.png" }, namesRecord: true }) as const;
const byExportTarget = ({ exportTargetId }: Records) =>
  ({ params: { id: exportTargetId }, namesRecord: true }) as const;
const byExportRun = ({ exportRunId }: Records) =>
  ({ params: { id: exportRunId }, namesRecord: true }) as const;
const byMapping = ({ mappingConfigId }: Records) =>
  ({ params: { id: mappingConfigId }, namesRecord: true }) as const;
const byMessage = ({ messageId }: Records) =>
  ({ params: { id: messageId }, namesRecord: true }) as const;
const byDraft = ({ draftId }: Records) => ({ params: { id: draftId }, namesRecord: true }) as const;
const byDraftAttachment = ({ draftId, draftAttachmentId }: Records) =>
  ({ params: { id: draftId, attachment: draftAttachmentId }, namesRecord: true }) as const;
const byImportRun = ({ importRunId }: Records) =>
  ({ params: { id: importRunId }, namesRecord: true }) as const;
const NO_ENTRY = "0192d3a0-0000-7000-8000-000000000001";

/** A plausible call of each route. A new route without one does not compile. */
export const samples: Samples = {
  tenants: {
    getPublicTenant: () => ({}),
    getLogo: () => ({}),
    getTenant: () => ({}),
    getRoom: () => ({}),
    updateTenant: () => ({
      body: {
        displayName: "Anderer Name",
        accentColor: "#123456",
        timeZone: "Europe/Berlin",
        trashDays: 30,
        version: 1,
      },
    }),
    putLogo: () => ({ body: PIXEL }),
    deleteLogo: () => ({}),
    listCustomFields: () => ({}),
    createCustomField: () => ({ body: { key: "probe", kind: "TEXT", label: "Probe" } }),
    updateCustomField: ({ customFieldId }) => ({
      params: { id: customFieldId },
      body: { label: "Anders", version: 1 },
      namesRecord: true,
    }),
    deleteCustomField: ({ customFieldId }) => ({
      params: { id: customFieldId },
      namesRecord: true,
    }),
  },
  identity: {
    listMySessions: () => ({}),
    endMySession: () => ({ params: { id: "fremde-sitzung-1" }, namesRecord: true }),
    resetMyPassword: () => ({
      query: { redirectUri: "http://localhost:8080/", redirectClient: "frontend" },
    }),
  },
  members: {
    getMe: () => ({}),
    updateMe: () => ({ body: { city: "Anderswo", version: 1 } }),
    getMyPicture: () => ({}),
    putMyPicture: () => ({ body: PIXEL }),
    deleteMyPicture: () => ({}),
    exportMe: () => ({}),
    searchUsers: () => ({}),
    countUsers: () => ({}),
    searchTrash: () => ({}),
    searchDueDeletions: () => ({}),
    previewDeletion: byUser,
    searchJubilees: () => ({ query: { from: "2026-01-01", to: "2026-12-31" } }),
    getUser: byUser,
    listNewMemberGroups: () => ({}),
    createUser: () => ({ body: { firstname: "Neu", lastname: "Hinzugekommen" } }),
    updateUser: ({ userId }) => ({
      params: { id: userId },
      body: { memberNumber: "77", firstname: "Fremd", lastname: "Geändert", version: 1 },
      namesRecord: true,
    }),
    deleteUser: byUser,
    restoreUser: byUser,
    anonymiseUser: byUser,
    getUserPicture: byUser,
    putUserPicture: ({ userId }) => ({ params: { id: userId }, body: PIXEL, namesRecord: true }),
    deleteUserPicture: byUser,
    findDuplicates: () => ({ body: { firstname: "Erika", lastname: "Mustermann" } }),
    bulkUsers: ({ userId, groupId }) => ({
      body: { ids: [userId], action: "ADD_TO_GROUP", groupId },
      namesRecord: true,
    }),
    printLetters: ({ userId }) => ({
      body: {
        occasions: [{ userId, kind: "BIRTHDAY", date: "2026-05-17" }],
        subject: "Herzlichen Glückwunsch",
        text: "zum {Anlass} alles Gute",
      },
      namesRecord: true,
    }),
    exportJubilees: ({ userId }) => ({
      body: {
        occasions: [{ userId, kind: "BIRTHDAY", date: "2026-05-17" }],
        format: "CSV",
      },
      namesRecord: true,
    }),
    exportUsers: () => ({ body: { format: "CSV", columns: ["lastname"] } }),
    previewLoginInvitations: ({ userId }) => ({ body: { ids: [userId] }, namesRecord: true }),
    inviteLogins: ({ userId }) => ({ body: { ids: [userId] }, namesRecord: true }),
    inviteLogin: byUser,
    disableLogin: byUser,
    enableLogin: byUser,
    resetUserPassword: byUser,
    setUserPermissions: ({ userId }) => ({
      params: { id: userId },
      body: { permissions: [], isAdmin: false, version: 1 },
      namesRecord: true,
    }),
    exportUserData: byUser,
    searchViews: () => ({}),
    createView: () => ({ body: { name: "Meine Ansicht" } }),
    updateView: ({ viewId }) => ({
      params: { id: viewId },
      body: { name: "Fremde Ansicht", version: 1 },
      namesRecord: true,
    }),
    deleteView: ({ viewId }) => ({ params: { id: viewId }, namesRecord: true }),
    searchGroups: () => ({}),
    listGroupTree: () => ({}),
    createGroup: () => ({ body: { name: "Neue Gruppe" } }),
    getGroup: byGroup,
    updateGroup: ({ groupId }) => ({
      params: { id: groupId },
      body: { name: "Fremd geändert", version: 1 },
      namesRecord: true,
    }),
    deleteGroup: byGroup,
    searchGroupMembers: byGroup,
    putGroupMember: ({ groupId, userId }) => ({
      params: { id: groupId, userId },
      body: {},
      namesRecord: true,
    }),
    deleteGroupMember: ({ groupId, userId }) => ({
      params: { id: groupId, userId },
      namesRecord: true,
    }),
    listUserMemberships: byUser,
  },
  changelog: {
    searchChanges: () => ({}),
    listMyChanges: () => ({}),
    listChangeFields: () => ({}),
    revertChange: ({ changeId }) => ({ params: { id: changeId }, body: {}, namesRecord: true }),
  },
  calendars: {
    searchCalendars: () => ({}),
    createCalendar: () => ({ body: { name: "Neuer Kalender", color: "BLUE" } }),
    getCalendar: byCalendar,
    updateCalendar: ({ calendarId }) => ({
      params: { id: calendarId },
      body: { name: "Fremd geändert", color: "RED", grants: [], version: 1 },
      namesRecord: true,
    }),
    deleteCalendar: byCalendar,
    renewIcs: byCalendar,
    listYear: byCalendar,
    listYearOf: ({ calendarId }) => ({ params: { id: calendarId, y: 2026 }, namesRecord: true }),
    listMonth: ({ calendarId }) => ({
      params: { id: calendarId, y: 2026, m: 12 },
      namesRecord: true,
    }),
    listDay: ({ calendarId }) => ({
      params: { id: calendarId, y: 2026, m: 12, d: 24 },
      namesRecord: true,
    }),
    listPeriod: ({ calendarId }) => ({
      params: { id: calendarId },
      query: { from: "2026-12-01T00:00:00+01:00", to: "2027-01-01T00:00:00+01:00" },
      namesRecord: true,
    }),
    searchEvents: ({ calendarId }) => ({
      query: {
        calendars: calendarId,
        from: "2026-12-01T00:00:00+01:00",
        to: "2027-01-01T00:00:00+01:00",
      },
    }),
    listUpcoming: () => ({}),
    getHolidayFeed: () => ({}),
    putHolidayFeed: () => ({ body: { url: "https://example.org/ferien.ics" } }),
    deleteHolidayFeed: () => ({}),
    listHolidays: () => ({ query: { from: "2026-12-01", to: "2026-12-31" } }),
    importEvents: ({ calendarId }) => ({
      query: { calendar: calendarId },
      body: Buffer.from("Datum;Titel\n24.12.2026;Feier\n"),
      namesRecord: true,
    }),
    saveEventList: ({ calendarId }) => ({
      params: { id: calendarId },
      body: [anEvent],
      namesRecord: true,
    }),
    getFeed: () => ({ params: { file: "gibt-es-in-keinem-verein.ics" }, namesRecord: true }),
    getMyCalendarFeed: () => ({}),
    renewMyCalendarFeed: () => ({}),
    deleteMyCalendarFeed: () => ({}),
    createEvent: ({ calendarId }) => ({
      params: { id: calendarId },
      body: anEvent,
      namesRecord: true,
    }),
    getEvent: byOccurrence,
    updateEvent: ({ eventId }) => ({
      params: { id: eventId },
      body: { ...anEvent, version: 1 },
      namesRecord: true,
    }),
    deleteEvent: byOccurrence,
    // Not the event itself: cancelled, it would take no answers any more.
    cancelEvent: byOccurrence,
    reinstateEvent: byOccurrence,
    listEventInvitations: byOccurrence,
    invite: ({ occurrenceId, userId }) => ({
      params: { id: occurrenceId },
      body: { userIds: [userId] },
      namesRecord: true,
    }),
    previewInvite: ({ occurrenceId, userId }) => ({
      params: { id: occurrenceId },
      body: { userIds: [userId] },
      namesRecord: true,
    }),
    getCancellation: byOccurrence,
    getUnreachable: byOccurrence,
    searchInvitable: byOccurrence,
    searchInvitableIn: byCalendar,
    remindInvited: byEvent,
    answerForInvited: ({ eventId, invitationId }) => ({
      params: { id: eventId, invitationId },
      body: { state: "DECLINED" },
      namesRecord: true,
    }),
    deleteInvitation: ({ eventId, invitationId }) => ({
      params: { id: eventId, invitationId },
      namesRecord: true,
    }),
    getSignatureList: byEvent,
    exportInvitations: byEvent,
    searchMyInvitations: () => ({}),
    answerInvitation: ({ invitationId }) => ({
      params: { id: invitationId },
      query: { accept: "true" },
      namesRecord: true,
    }),
    takeBackAnswer: ({ invitationId }) => ({ params: { id: invitationId }, namesRecord: true }),
    getMyInvitationFile: ({ invitationId }) => ({
      params: { id: invitationId },
      namesRecord: true,
    }),
    getPublicInvitation: ({ publicInvitationId }) => ({ params: { publicId: publicInvitationId } }),
    answerPublicInvitation: ({ publicInvitationId }) => ({
      params: { publicId: publicInvitationId },
      query: { accept: "true" },
    }),
    getPublicInvitationFile: ({ publicInvitationId }) => ({
      params: { publicId: publicInvitationId },
    }),
    searchSeriesAnswers: byOccurrence,
    answerInvitations: ({ invitationId }) => ({
      body: { answers: [{ id: invitationId, accept: true }] },
    }),
    getPublicSeriesInvitation: ({ publicSeriesId }) => ({ params: { publicId: publicSeriesId } }),
    answerPublicSeriesInvitation: ({ publicSeriesId, invitationId }) => ({
      params: { publicId: publicSeriesId },
      body: { answers: [{ id: invitationId, accept: true }] },
    }),
  },
  eventImport: {
    getProgrammeReading: () => ({}),
    importProgramme: () => ({ body: PIXEL }),
    showProgrammePicture: () => ({ body: PIXEL }),
  },
  files: {
    searchFileShares: () => ({}),
    listNewestFiles: () => ({}),
    createFileShare: () => ({ body: { name: "Neue Ablage" } }),
    getFileShare: byShare,
    updateFileShare: ({ shareId }) => ({
      params: { id: shareId },
      body: { name: "Fremd geändert", grants: [], version: 1 },
      namesRecord: true,
    }),
    deleteFileShare: byShare,
    listFolder: byShare,
    listAllEntries: byShare,
    searchEntries: ({ shareId }) => ({
      params: { id: shareId },
      query: { q: "bild" },
      namesRecord: true,
    }),
    getEntry: byFile,
    downloadEntry: byFile,
    getThumbnail: byFile,
    createTicket: byFile,
    useTicket: () => ({ params: { ticket: "e30.abc" } }),
    deleteEntry: byFile,
    listTrash: byShare,
    emptyTrash: byShare,
    restoreEntry: ({ shareId }) => ({
      params: { id: shareId },
      query: { entry: NO_ENTRY },
      namesRecord: true,
    }),
    listVersions: byFile,
    moveEntry: ({ shareId }) => ({
      params: { id: shareId, path: "Bild.png" },
      body: Buffer.from("Fremd.png"),
      namesRecord: true,
    }),
    createFolder: ({ shareId }) => ({
      params: { id: shareId, path: "Fremder Ordner" },
      namesRecord: true,
    }),
    uploadFile: ({ shareId }) => ({
      params: { id: shareId, path: "fremd.txt" },
      body: Buffer.from("fremd"),
      namesRecord: true,
    }),
    getUpload: ({ shareId }) => ({
      params: { id: shareId, path: "fremd.txt" },
      query: { uploadId: NO_ENTRY },
      namesRecord: true,
    }),
    uploadMany: ({ shareId }) => ({
      params: { id: shareId },
      body: Buffer.from(""),
      namesRecord: true,
    }),
  },
  transfer: {
    searchMappingConfigs: () => ({}),
    listTransferFields: () => ({}),
    createMappingConfig: () => ({ body: { name: "Neue Zuordnung", isExport: false, entries: [] } }),
    getMappingConfig: byMapping,
    updateMappingConfig: ({ mappingConfigId }) => ({
      params: { id: mappingConfigId },
      body: { name: "Fremd geändert", entries: [], version: 1 },
      namesRecord: true,
    }),
    deleteMappingConfig: byMapping,
    searchExportTargets: () => ({}),
    createExportTarget: () => ({ body: { name: "Neues Ziel", format: "CSV" } }),
    getExportTarget: byExportTarget,
    updateExportTarget: ({ exportTargetId }) => ({
      params: { id: exportTargetId },
      body: { name: "Fremd geändert", format: "CSV", version: 1 },
      namesRecord: true,
    }),
    deleteExportTarget: byExportTarget,
    previewExport: () => ({ body: { name: "Vorschau", format: "CSV" } }),
    runExportTarget: byExportTarget,
    searchExportRuns: () => ({}),
    getExportRun: byExportRun,
    getExportFile: byExportRun,
    readTableSample: () => ({ body: Buffer.from("Vorname;Nachname\nEva;Fremd\n") }),
    trySampleMapping: () => ({
      body: { isExport: false, entries: [], table: { columns: ["Nachname"], rows: [["Fremd"]] } },
    }),
    sampleMappingConfig: ({ mappingConfigId }) => ({
      params: { id: mappingConfigId },
      body: { table: { columns: ["Nachname"], rows: [["Fremd"]] } },
      namesRecord: true,
    }),
    searchImportSources: () => ({}),
    createImportSource: () => ({ body: { name: "Neue Quelle" } }),
    getImportSource: ({ importSourceId }) => ({
      params: { id: importSourceId },
      namesRecord: true,
    }),
    updateImportSource: ({ importSourceId }) => ({
      params: { id: importSourceId },
      body: { name: "Fremd geändert", version: 1 },
      namesRecord: true,
    }),
    deleteImportSource: ({ importSourceId }) => ({
      params: { id: importSourceId },
      namesRecord: true,
    }),
    runImportSource: ({ importSourceId }) => ({
      params: { id: importSourceId },
      body: Buffer.from("Nachname\nFremd\n"),
      namesRecord: true,
    }),
    startImport: () => ({ body: Buffer.from("Nachname;Vorname\nNeu;Nina\n") }),
    searchImportRuns: () => ({}),
    getImportRun: byImportRun,
    getImportSample: byImportRun,
    getColumnService: () => ({}),
    askColumnService: byImportRun,
    listImportRows: byImportRun,
    listImportGroups: byImportRun,
    changeImportSettings: ({ importRunId }) => ({
      params: { id: importRunId },
      body: { onNew: "SKIP" },
      namesRecord: true,
    }),
    decideImportRows: ({ importRunId }) => ({
      params: { id: importRunId },
      body: { decisions: [{ number: 1, action: "SKIP" }] },
      namesRecord: true,
    }),
    applyImport: byImportRun,
    revertImport: byImportRun,
    getFaultyRows: byImportRun,
    deleteImportRun: byImportRun,
  },
  messages: {
    sendMessage: () => ({ body: Buffer.from("") }),
    countRecipients: () => ({ body: {} }),
    printLetterList: () => ({ body: {} }),
    searchRecipients: () => ({}),
    searchMessages: () => ({}),
    searchUnread: () => ({}),
    countUnread: () => ({}),
    searchSent: () => ({}),
    searchDrafts: () => ({}),
    createDraft: () => ({ body: { subject: "Angefangen" } }),
    getDraft: byDraft,
    updateDraft: ({ draftId }) => ({
      params: { id: draftId },
      body: { subject: "Fremd geändert", version: 1 },
      namesRecord: true,
    }),
    deleteDraft: byDraft,
    uploadDraftAttachment: ({ draftId }) => ({
      params: { id: draftId },
      query: { name: "fremd.png" },
      body: PIXEL,
      namesRecord: true,
    }),
    getDraftAttachment: byDraftAttachment,
    deleteDraftAttachment: byDraftAttachment,
    getMessage: byMessage,
    setRead: byMessage,
    deleteMessage: byMessage,
    restoreMessage: byMessage,
    callBackMessage: byMessage,
    getLetterList: byMessage,
    getAttachment: ({ messageId, attachmentId }) => ({
      params: { id: messageId, attachment: attachmentId },
      namesRecord: true,
    }),
    getDelivery: byMessage,
    retryMails: byMessage,
    getSubscription: ({ mailToken }) => ({ params: { token: mailToken }, namesRecord: true }),
    changeSubscription: ({ mailToken }) => ({
      params: { token: mailToken },
      query: { setting: "NONE" },
      namesRecord: true,
    }),
    unsubscribe: ({ mailToken }) => ({
      params: { token: mailToken },
      body: Buffer.from("List-Unsubscribe=One-Click"),
      namesRecord: true,
    }),
  },
  search: { search: () => ({ query: { q: "hilde" } }) },
  dashboard: { getOverview: () => ({}) },
  system: {
    getDataSource: () => ({ params: { file: "countries.json" } }),
    getOpenApi: () => ({}),
    findAnswer: () => ({ params: { key: "nie-gesehen" } }),
    listenToUpdates: () => ({}),
  },
};
