import { formatNumber, plural } from "#platform/web/format/format.ts";

/** Counts of members, right in singular and plural. */
export const members = (count: number) => plural(count, "Mitglied", "Mitglieder");
/** Counts of people who may have left, or be dead. */
export const persons = (count: number) => plural(count, "Person", "Personen");
/** After "von", "bei" and the like. */
export const ofMembers = (count: number) => plural(count, "Mitglied", "Mitgliedern");

/**
 * Every German text of the member pages that is not a field's name (those are in fields.ts).
 */
export const texts = {
  list: {
    title: "Mitglieder",
    search: "Name, Nummer, E-Mail oder Ort",
    nobodyYet:
      "Hier ist noch niemand. Legen Sie das erste Mitglied an oder übernehmen Sie Ihre Liste aus Excel.",
    nobodyFound: "Niemand passt zu dieser Suche und diesen Filtern.",
    clearFilters: "Suche und Filter entfernen",
    create: "Mitglied anlegen",
    import: "Liste einlesen",
    more: "Mehr",
    trash: "Papierkorb",
    jubilees: "Geburtstage und Jubiläen",
    exportCsv: "Als CSV für Excel herunterladen",
    exportXlsx: "Als Excel-Datei (XLSX) herunterladen",
    exportHint: "Alle Zeilen dieser Liste mit den Spalten und der Reihenfolge, die Sie sehen.",
    exported: "Die Datei ist heruntergeladen.",
    numberColumn: "Nr.",
  },
  filters: {
    asOf: "Stichtag",
    asOfHelp: "Status und Gruppen wie an diesem Tag. Leer bedeutet heute.",
    group: "Gruppe",
    subgroups: "mit Untergruppen",
    from: "Von",
    to: "Bis",
    anyValue: "Wert",
    yes: "ja",
    no: "nein",
    range: (from: string, to: string) =>
      from && to ? `${from} bis ${to}` : from ? `ab ${from}` : `bis ${to}`,
    notBetween: (least: number, most: number) => `Bitte eine ganze Zahl von ${least} bis ${most}.`,
    unknownGroup: "unbekannt",
    today: (count: string) => `Das sind heute ${count}.`,
  },
  views: {
    button: "Ansichten",
    own: "Eigene Ansichten",
    shared: "Ansichten für alle",
    none: "Noch keine Ansicht gespeichert",
    saveNew: "Diese Ansicht speichern",
    update: (name: string) => `„${name}“ mit dieser Liste überschreiben`,
    remove: (name: string) => `„${name}“ löschen`,
    all: "Alle Mitglieder",
    name: "Name der Ansicht",
    nameHelp: "Gespeichert werden Suche, Filter, Sortierung und Spalten.",
    share: "Auch für alle anderen, die Mitglieder sehen dürfen",
    save: "Ansicht speichern",
    saved: (name: string) => `Die Ansicht „${name}“ ist gespeichert.`,
    removed: (name: string) => `Die Ansicht „${name}“ ist gelöscht.`,
    nameMissing: "Bitte geben Sie der Ansicht einen Namen.",
    takeOver: "Aus einer gespeicherten Ansicht übernehmen",
    takeOverHelp:
      "Übernimmt deren Suche und Filter, wie sie jetzt sind. Spätere Änderungen der Ansicht gelten hier nicht.",
    choose: "Ansicht wählen",
  },
  bulk: {
    actions: "Aktionen",
    addToGroup: "In Gruppe aufnehmen",
    removeFromGroup: "Aus Gruppe nehmen",
    message: "Nachricht schreiben",
    export: "Herunterladen",
    deactivate: "Anmeldung sperren",
    trash: "In den Papierkorb",
    group: "Gruppe",
    groupMissing: "Bitte wählen Sie eine Gruppe.",
    function: "Funktion",
    functionHelp: "Zum Beispiel Spielerin, Kassenwart. Kann leer bleiben.",
    from: "Von",
    added: (changed: number, unchanged: number) =>
      `${members(changed)} aufgenommen.${unchanged > 0 ? ` ${members(unchanged)} ${unchanged === 1 ? "war" : "waren"} schon in der Gruppe.` : ""}`,
    removed: (changed: number) => `Bei ${ofMembers(changed)} endet die Zugehörigkeit heute.`,
    removeHelp: "Die Zugehörigkeit endet heute und bleibt in der Historie stehen.",
    deactivateAsk: (count: number) => `Anmeldung von ${ofMembers(count)} sperren?`,
    deactivateText:
      "Die Betroffenen werden überall abgemeldet und können sich nicht mehr anmelden. Ihre Daten bleiben. Entsperren können Sie die Anmeldung auf dem Profil.",
    deactivated: (count: number) => `Die Anmeldung von ${ofMembers(count)} ist gesperrt.`,
    unseen: (unseen: number, count: number) =>
      unseen === count
        ? "Keine der ausgewählten Personen ist in der Liste zu sehen."
        : `${formatNumber(unseen)} der ${formatNumber(count)} ausgewählten Personen sind in der Liste nicht zu sehen.`,
    trashAsk: (count: number) => `${members(count)} in den Papierkorb legen?`,
    trashText:
      "Aus dem Papierkorb lassen sich Mitglieder zurückholen, bis die Aufbewahrungsfrist abläuft. Danach werden ihre Daten anonymisiert.",
    trashed: (count: number) =>
      `${members(count)} ${count === 1 ? "liegt" : "liegen"} im Papierkorb.`,
    restored: (count: number) => `${members(count)} zurückgeholt.`,
  },
  profile: {
    title: "Profil Ansicht",
    number: (number: string) => `Mitgliedsnummer ${number}`,
    edit: "Bearbeiten",
    message: "Nachricht schreiben",
    more: "Mehr",
    dataSheet: "Datenblatt drucken",
    dataExport: "DSGVO-Auskunft herunterladen",
    dataExported: "Die Auskunft ist heruntergeladen.",
    trash: "In den Papierkorb legen",
    trashed: (name: string) => `${name} liegt im Papierkorb.`,
    tabs: {
      data: "Stammdaten",
      groups: "Gruppen und Funktionen",
      login: "Anmeldung",
      history: "Historie",
    },
    person: "Person",
    contact: "Kontakt und Adresse",
    membership: "Mitgliedschaft",
    bank: "Bankverbindung",
    own: "Weitere Angaben",
    notes: "Notizen",
    noNotes: "Keine Notizen.",
    protectedHelp: "Bankverbindung und Notizen sieht nur, wer Mitglieder verwalten darf.",
    age: (years: number) => plural(years, "Jahr", "Jahre"),
    gone: "Dieses Mitglied gibt es nicht oder es liegt im Papierkorb.",
    toList: "Zur Mitgliederliste",
    toTrash: "Zum Papierkorb",
    changedAt: (when: string, who: string | null) =>
      `Zuletzt geändert am ${when}${who ? ` von ${who}` : ""}`,
    createdAt: (when: string) => `Angelegt am ${when}`,
  },
  picture: {
    change: "Bild auswählen",
    replace: "Anderes Bild auswählen",
    remove: "Bild entfernen",
    menu: "Bild ändern",
    done: "Das Bild ist gespeichert.",
    removed: "Das Bild ist entfernt.",
    wrongType: "Bitte wählen Sie ein Bild als JPEG, PNG oder HEIC.",
    tooLarge: "Das Bild ist größer als 10 MB. Bitte wählen Sie ein kleineres.",
  },
  groups: {
    current: "Zurzeit",
    past: "Frühere und künftige",
    none: "Zurzeit in keiner Gruppe.",
    add: "In Gruppe aufnehmen",
    edit: "Zugehörigkeit ändern",
    end: "Heute beenden",
    ended: (group: string) => `Die Zugehörigkeit zu ${group} endet heute.`,
    leader: "Leitung",
    leaderHelp: "Leitende sehen die Gruppe und dürfen ihr schreiben.",
    group: "Gruppe",
    function: "Funktion",
    from: "Von",
    to: "Bis",
    save: "Zugehörigkeit speichern",
    saved: "Die Zugehörigkeit ist gespeichert.",
    actionsColumn: "Aktionen",
    actions: (group: string) => `Aktionen für ${group}`,
    printed: (name: string) => `Gruppen von ${name}`,
    printedSentence: (count: number) => plural(count, "Zugehörigkeit", "Zugehörigkeiten"),
  },
  login: {
    title: "Zugang",
    username: "Benutzername",
    states: {
      NONE: "Diese Person hat keinen Zugang.",
      INVITED: "Die Einladung ist verschickt, ein Passwort ist noch nicht gesetzt.",
      ACTIVE: "Diese Person kann sich anmelden.",
      DISABLED: "Die Anmeldung ist gesperrt.",
    },
    invite: "Zur Anmeldung einladen",
    inviteAgain: "Erneut einladen",
    inviteHelp: "Die Person bekommt eine E-Mail mit einem Link, um ihr Passwort zu setzen.",
    inviteNoMail:
      "Ohne E-Mail-Adresse ist keine Einladung möglich. Tragen Sie zuerst eine Adresse ein.",
    usernameHelp:
      "Leer bedeutet: die E-Mail-Adresse. Teilt sich eine Familie eine Adresse, braucht jede Person einen eigenen Benutzernamen.",
    invited: (mail: string) => `Die Einladung an ${mail} ist unterwegs.`,
    disable: "Anmeldung sperren",
    disabled: "Die Anmeldung ist gesperrt.",
    enable: "Anmeldung entsperren",
    enabled: "Die Anmeldung ist wieder möglich.",
    reset: "Link für neues Passwort mailen",
    resetDone: (mail: string) => `Der Link für ein neues Passwort an ${mail} ist unterwegs.`,
    onlyRead: "Den Zugang ändern darf nur, wer Mitglieder verwaltet.",
  },
  permissions: {
    title: "Rechte",
    help: "Rechte gelten direkt oder durch eine Gruppe. Geben können Sie nur Rechte, die Sie selbst haben.",
    admin: "Administratorin oder Administrator",
    adminHelp: "Hat alle Rechte, alle Ablagen und alle Kalender.",
    direct: "direkt",
    byGroup: "durch eine Gruppe",
    byAdmin: "als Administrator",
    notYours: "Sie haben dieses Recht selbst nicht und können es nicht geben.",
    none: "Keine besonderen Rechte.",
    edit: "Rechte ändern",
    save: "Rechte speichern",
    cancel: "Abbrechen",
    saved: "Die Rechte sind gespeichert und gelten ab sofort.",
    conflict:
      "Jemand hat dieses Mitglied inzwischen geändert. Sie sehen jetzt den neuen Stand. Bitte prüfen Sie die Rechte und speichern Sie noch einmal.",
  },
  form: {
    createTitle: "Neues Mitglied anlegen",
    editTitle: (name: string) => `${name} bearbeiten`,
    create: "Mitglied anlegen",
    save: "Änderungen speichern",
    created: (name: string) => `${name} ist angelegt.`,
    saved: (name: string) => `Die Änderungen an ${name} sind gespeichert.`,
    invitationEnded:
      "Gespeichert. Die Einladung an die bisherige Adresse gilt nicht mehr; bitte laden Sie neu ein.",
    required: "Pflichtangabe",
    missing: "Bitte ausfüllen.",
    notADate: "Bitte ein Datum wie 31.12.1999 eingeben.",
    leftBeforeJoined: "Der Austritt liegt vor dem Eintritt.",
    memberNumberHelp: "Leer bedeutet: die nächste freie Nummer.",
    leftHelp:
      "Ein Austritt in der Zukunft ist erlaubt; bis dahin bleibt die Mitgliedschaft bestehen.",
    bankHelp: "Leerzeichen in der IBAN dürfen stehen bleiben.",
    groups: "Gruppen",
    groupsPlaceholder: "Gruppe wählen",
    withoutGroup: "Ohne Gruppe hat ein Mitglied keine Rechte.",
    noNewMemberGroup: "Keine Gruppe ist für neue Mitglieder vorgesehen.",
    toGroups: "Zu den Gruppen",
    nothingChosen: "keine Angabe",
    editNotAllowed: "Dieses Mitglied dürfen Sie nicht bearbeiten.",
  },
  duplicates: {
    title: (count: number) =>
      count === 1 ? "Gibt es diese Person schon?" : "Gibt es diese Person vielleicht schon?",
    sentence: "Ähnliche Einträge im Bestand. Anlegen können Sie trotzdem.",
    inTrash: "im Papierkorb",
    open: (name: string) => `${name} in neuem Fenster ansehen`,
  },
  conflict: {
    sentence: (who: string | null, when: string) =>
      `${who ?? "Jemand anderes"} hat dieses Mitglied am ${when} geändert, während Sie es bearbeitet haben. Ihre Eingaben sind noch nicht gespeichert und nicht verloren.`,
    choose: "Wählen Sie je Angabe, was gelten soll:",
    field: "Angabe",
    before: "Vorher",
    theirs: "Stand jetzt",
    mine: "Ihre Eingabe",
    unchanged: "von Ihnen nicht geändert",
    save: "Mit dieser Auswahl speichern",
    nothing:
      "An den Angaben dieses Formulars hat sich nichts geändert. Speichern Sie einfach noch einmal.",
    empty: "leer",
  },
  trash: {
    title: "Papierkorb",
    sentence:
      "Gelöschte Mitglieder bleiben hier, bis die Aufbewahrungsfrist abläuft. Danach werden sie anonymisiert.",
    empty: "Der Papierkorb ist leer.",
    search: "Name oder Nummer",
    deletedAt: "Gelöscht am",
    deletedBy: "Gelöscht von",
    anonymisedOn: "Wird anonymisiert am",
    restore: "Zurückholen",
    restored: (name: string) => `${name} ist wieder in der Mitgliederliste.`,
    restoredMany: (count: number) =>
      count === 1
        ? "1 Person ist wieder in der Mitgliederliste."
        : `${formatNumber(count)} Personen sind wieder in der Mitgliederliste.`,
    wipe: "Sofort anonymisieren",
    wipeAsk: (name: string) => `${name} sofort anonymisieren?`,
    wipeText: (name: string) =>
      `Name, Adresse, Kontakt, Bankverbindung, Notizen, Bild und Historie von ${name} werden endgültig gelöscht. Für die Statistik bleiben Geburtsjahr, Geschlecht, Eintritt und Austritt. Das lässt sich nicht rückgängig machen.`,
    wiped: "Die Daten sind anonymisiert.",
    actions: (name: string) => `Aktionen für ${name}`,
  },
  deletion: {
    menu: "Löschen und anonymisieren",
    pageTitle: (name: string) => `${name} löschen`,
    sentence:
      "Hier sehen Sie, was verschwindet und was bleibt. Gelöscht wird erst, wenn Sie unten auf einen Knopf klicken.",
    gone: "Dieses Mitglied gibt es nicht mehr, oder seine Daten sind schon anonymisiert.",
    obstacles: "Das spricht zurzeit dagegen",
    fates: {
      REMOVED: "Verschwindet ganz",
      ANONYMISED: "Bleibt ohne Namen",
      KEPT: "Bleibt, wie es ist",
    },
    trashHelp: (day: string) =>
      `Das Mitglied verschwindet aus allen Listen. Bis zum ${day} lässt es sich zurückholen, danach wird es anonymisiert.`,
    inTrash: (day: string) =>
      `Dieses Mitglied liegt im Papierkorb und wird am ${day} anonymisiert.`,
    wipeHelp:
      "Ohne Papierkorb und ohne Rückweg. Laden Sie vorher die Auskunft herunter, wenn die Person ihre Daten noch haben möchte.",
    back: "Nichts löschen",
  },
  due: {
    title: "Fällige Löschungen",
    sentence: (months: number) =>
      `Mitglieder, die vor mehr als ${plural(months, "Monat", "Monaten")} ausgetreten oder verstorben sind. Von selbst gelöscht wird niemand.`,
    neverDue:
      "In den Einstellungen ist keine Frist eingetragen, nach der ausgetretene Mitglieder zur Löschung vorgeschlagen werden.",
    toSettings: "Frist ändern",
    none: "Zurzeit ist niemand fällig.",
    reason: "Grund",
    reasons: {
      LEFT: (day: string) => `ausgetreten am ${day}`,
      DECEASED: (day: string) => `verstorben am ${day}`,
    },
    dueOn: "Fällig seit",
    wipe: "Endgültig anonymisieren",
    wipeAsk: (count: number) => `${members(count)} endgültig anonymisieren?`,
    wipeText:
      "Name, Anschrift, Kontakt, Bankverbindung, Notizen, Bild und Historie werden endgültig gelöscht. Für die Statistik bleiben Geburtsjahr, Geschlecht, Eintritt und Austritt. Das lässt sich nicht rückgängig machen.",
    wiped: (count: number) => `${members(count)} anonymisiert.`,
  },
  jubilees: {
    title: "Geburtstage und Jubiläen",
    period: "Zeitraum",
    nextDays: "Nächste 30 Tage",
    otherPeriod: "Von – bis",
    from: "Von",
    to: "Bis",
    all: "Alles",
    birthdays: "Geburtstage",
    memberships: "Mitgliedschaften",
    roundOnly: "nur runde",
    birthday: (years: number) => `${years}. Geburtstag`,
    membership: (years: number) => `${plural(years, "Jahr", "Jahre")} Mitglied`,
    date: "Datum",
    occasion: "Anlass",
    none: "In diesem Zeitraum gibt es keine Geburtstage und Jubiläen.",
    count: (count: number) => plural(count, "Anlass", "Anlässe"),
  },
  letters: {
    title: "Briefe",
    subject: "Betreff",
    subjectMissing: "Bitte schreiben Sie, worum es geht.",
    text: "Text",
    textHelp: (placeholders: readonly string[]) =>
      `Anrede, Anschrift und Vereinsname stehen von selbst im Brief. Für jede Person eingesetzt werden ${placeholders.join(", ")}.`,
    withoutAddress: (names: readonly string[]) =>
      `Ohne Anschrift, nur mit dem Namen: ${names.join(", ")}.`,
    tooMany: (most: number) =>
      `Höchstens ${most} Briefe auf einmal. Bitte wählen Sie weniger Personen.`,
    print: (count: number) => `${plural(count, "Brief", "Briefe")} als PDF`,
    done: (count: number) =>
      `${plural(count, "Brief ist", "Briefe sind")} heruntergeladen, bereit zum Drucken.`,
  },
  dataSheet: {
    title: "Datenblatt",
    print: "Drucken",
    back: "Zum Profil",
    asOf: (when: string) => `Stand ${when}`,
    groups: "Gruppen und Funktionen",
    signature: "Datum, Unterschrift",
    checked: "Bitte prüfen Sie die Angaben und teilen Sie uns Änderungen mit.",
  },
} as const;
