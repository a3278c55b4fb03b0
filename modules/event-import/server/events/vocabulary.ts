import { TEXTS } from "../tuning.ts";

/**
 * German words that tell events, places and lines that only look like events apart. Word ends,
 * because German compounds.
 */

const EVENT_ENDS = [
  "abbau",
  "abend",
  "abende",
  "abfischen",
  "abnahme",
  "abreise",
  "abschluss",
  "abzeichen",
  "aktion",
  "andacht",
  "anfischen",
  "anpaddeln",
  "anreise",
  "anrudern",
  "ansegeln",
  "arbeitsdienst",
  "arbeitseinsatz",
  "aufbau",
  "auffrischung",
  "aufführung",
  "aufstieg",
  "auftakt",
  "ausbildung",
  "ausfahrt",
  "ausflug",
  "ausmarsch",
  "ausschank",
  "aussendung",
  "ausstellung",
  "backen",
  "ball",
  "basar",
  "bastelkurs",
  "basteln",
  "bazar",
  "begegnung",
  "beisammensein",
  "beratung",
  "besichtigung",
  "biathlon",
  "blasen",
  "blutspende",
  "blutspendetermin",
  "börse",
  "brunch",
  "café-nachmittag",
  "casting",
  "comedy",
  "cup",
  "derby",
  "dienst",
  "disco",
  "disko",
  "ehrung",
  "ehrungen",
  "einkehr",
  "einsatz",
  "einweihung",
  "empfang",
  "eröffnung",
  "erstkommunion",
  "erwachen",
  "essen",
  "exkursion",
  "fahrt",
  "fasching",
  "fastnacht",
  "feier",
  "ferienprogramm",
  "ferienspiele",
  "fest",
  "festakt",
  "festival",
  "festtag",
  "festwochenende",
  "feuer",
  "firmung",
  "fischen",
  "flohmarkt",
  "fortbildung",
  "freizeit",
  "frühjahrsputz",
  "frühschoppen",
  "frühstück",
  "führung",
  "fußwallfahrt",
  "gala",
  "gebet",
  "gedenken",
  "gottesdienst",
  "grillen",
  "grillfest",
  "gründungsfest",
  "gymnastik",
  "herbstputz",
  "hochamt",
  "hock",
  "hocketse",
  "hüttenabend",
  "jubiläum",
  "kabarett",
  "kaffeeklatsch",
  "kappenabend",
  "karneval",
  "kegeln",
  "kerwe",
  "kinderfest",
  "kirchgang",
  "kirchweih",
  "kirmes",
  "kirta",
  "kochen",
  "kommunion",
  "konferenz",
  "konfirmation",
  "kontrolle",
  "konzert",
  "kränzchen",
  "kranzniederlegung",
  "krippenfeier",
  "kürbisschnitzen",
  "kurs",
  "lager",
  "lauf",
  "lehrgang",
  "lesung",
  "liga",
  "mähen",
  "maifest",
  "marathon",
  "markt",
  "marsch",
  "matinee",
  "meeting",
  "meisterschaft",
  "meisterschaften",
  "messe",
  "mette",
  "mittagstisch",
  "musical",
  "musizieren",
  "nachmittag",
  "nacht",
  "nähen",
  "olympiade",
  "orientierungslauf",
  "party",
  "picknick",
  "pilgern",
  "pokal",
  "pokalschießen",
  "preisverleihung",
  "premiere",
  "probe",
  "proben",
  "prozession",
  "prüfung",
  "prunksitzung",
  "putz",
  "putzete",
  "quiz",
  "radeln",
  "rallye",
  "regatta",
  "reinigung",
  "reise",
  "rennen",
  "revue",
  "ritt",
  "rorate",
  "rundfahrt",
  "rundgang",
  "sammlung",
  "schau",
  "scheckübergabe",
  "schießen",
  "schießtag",
  "schlachtfest",
  "schlachtplatte",
  "schnitt",
  "schnupperkurs",
  "schnuppertag",
  "schoppen",
  "schulung",
  "schwimmen",
  "seminar",
  "serenade",
  "show",
  "singen",
  "sitzung",
  "skat",
  "slam",
  "soirée",
  "spektakel",
  "spiel",
  "spiele",
  "spieltag",
  "sportabzeichen",
  "sprechstunde",
  "stammtisch",
  "ständchen",
  "stellen",
  "stricken",
  "sturm",
  "tag",
  "tage",
  "tagung",
  "tanz",
  "tanzen",
  "taufe",
  "tauftag",
  "tausch",
  "theater",
  "tombola",
  "tour",
  "training",
  "trainingslager",
  "treff",
  "treffen",
  "trekking",
  "turnen",
  "turnier",
  "überprüfung",
  "übung",
  "umtrunk",
  "umzug",
  "unterweisung",
  "verabschiedung",
  "verbrennung",
  "verkauf",
  "verleihung",
  "vernissage",
  "versammlung",
  "vesper",
  "vollmondwanderung",
  "vollversammlung",
  "vorführung",
  "vorlesen",
  "vorspiel",
  "vortrag",
  "wahl",
  "wallfahrt",
  "wandern",
  "wanderung",
  "wecken",
  "weihe",
  "wettbewerb",
  "wettkampf",
  "wettkämpfe",
  "wettspiel",
  "woche",
  "wochenende",
  "workshop",
  "yoga",
  "zeltlager",
  "zug",
];
const PLACE_ENDS = [
  "alm",
  "anger",
  "anlage",
  "arena",
  "aula",
  "bad",
  "bahnhof",
  "bäckerei",
  "brauerei",
  "brücke",
  "bücherei",
  "bühne",
  "bürgersaal",
  "burg",
  "café",
  "cafe",
  "dom",
  "dorfmitte",
  "eiche",
  "feld",
  "festzelt",
  "feuerwehr",
  "forsthaus",
  "foyer",
  "freibad",
  "friedhof",
  "garage",
  "garten",
  "gärten",
  "gasse",
  "gaststätte",
  "gasthof",
  "gasthaus",
  "gelände",
  "grillhütte",
  "hafen",
  "halle",
  "hallen",
  "haltestelle",
  "haus",
  "heim",
  "hof",
  "hotel",
  "hütte",
  "insel",
  "jugendherberge",
  "kapelle",
  "keller",
  "kino",
  "kirche",
  "kloster",
  "krone",
  "küche",
  "lichtung",
  "linde",
  "lokal",
  "magazin",
  "mensa",
  "mitte",
  "mühle",
  "museum",
  "park",
  "parkplatz",
  "pavillon",
  "pension",
  "pfarrheim",
  "pforte",
  "platz",
  "raum",
  "ranch",
  "rathaus",
  "restaurant",
  "saal",
  "säle",
  "scheune",
  "schloss",
  "schlösschen",
  "schuppen",
  "schule",
  "see",
  "sporthalle",
  "stadion",
  "stadl",
  "stall",
  "stand",
  "station",
  "steg",
  "straße",
  "strand",
  "strasse",
  "stube",
  "stüble",
  "studio",
  "tenne",
  "terrasse",
  "theke",
  "turm",
  "ufer",
  "wache",
  "wald",
  "wäldchen",
  "weg",
  "weiher",
  "werk",
  "werkstatt",
  "wiese",
  "wiesn",
  "wirtshaus",
  "zelt",
  "zentrum",
  "zimmer",
];
const FIRST_WORDS_OF_PLACES =
  "gasthof|gasthaus|gaststätte|hotel|restaurant|wirtshaus|café|cafe|brauhaus|pizzeria|trattoria|landgasthof|hof|haus|sportschule|jugendherberge|schloss|burg|kloster|treffpunkt|treff|abfahrt|start|ort|wo|bergheim|st\\.|sankt|aula|mensa|foyer|saal|raum|halle|platz|kirche|parkplatz";

const eventWord = new RegExp(
  `(?:${EVENT_ENDS.toSorted((a, b) => b.length - a.length).join("|")})(?:s|e|en)?$`,
  "iu",
);
const placeWord = new RegExp(
  `(?:${PLACE_ENDS.toSorted((a, b) => b.length - a.length).join("|")})(?:s|es)?$`,
  "iu",
);
const placeStart = new RegExp(
  `^(?:(?:im|in der|in|am|auf dem|auf der|an der|beim|bei der|ab|vor dem|vor der|zum|vom)\\s+)?(?:${FIRST_WORDS_OF_PLACES})(?![\\p{L}])`,
  "iu",
);

const NOT_EVENTS = [
  "sonntag",
  "montag",
  "dienstag",
  "mittwoch",
  "donnerstag",
  "freitag",
  "samstag",
  "vormittag",
  "feiertag",
  "vertrag",
  "beitrag",
  "auftrag",
  "antrag",
  "beispiel",
  "dank",
  "gesang",
  "alltag",
  "eintrag",
  "muttertag",
  "vatertag",
  "geburtstag",
  "bezug",
  "anzug",
  "aufzug",
  "vorzug",
  "abzug",
  "vollzug",
  "beitragseinzug",
  "einzug",
  "zug",
  "stellen",
  "kurzschnitt",
  "abschnitt",
];

/** "Sommerfest", "Jahreshauptversammlung": a noun that names something to go to. */
export function isEventWord(word: string): boolean {
  const plain = word.replace(/[^\p{L}-]/gu, "");
  return (
    /^\p{Lu}/u.test(plain) &&
    plain.length > 2 &&
    eventWord.test(plain) &&
    !NOT_EVENTS.includes(plain.toLowerCase())
  );
}

/** "Turn- und Festhalle", "Gasthof Hirsch", "im Vereinsheim": words that name a place. */
export function isPlace(text: string): boolean {
  const plain = text.trim().replace(/[.,;:]+$/, "");
  if (plain === "" || plain.split(/\s+/).length > TEXTS.mostPlaceWords) return false;
  const bare = plain.replace(/\s*\([^)]*\)$/, "");
  const last = bare.split(/\s+/).findLast((word) => /^\p{Lu}/u.test(word)) ?? "";
  return (
    placeStart.test(plain) ||
    (placeWord.test(last) && !isEventWord(last)) ||
    bare
      .split(/\s+/)
      .some((word) => /^\p{Lu}/u.test(word) && placeWord.test(word) && !isEventWord(word))
  );
}

/** Words too general to name an event by themselves. */
export const GENERAL_NOUN =
  /^(?:abnahme|veranstaltung|treffen|termin|beginn|fest|feier|sitzung|probe|tag|woche|wochenende|essen|spiel|fahrt|kurs|training|einsatz|aktion|abend|nachmittag|nacht|führung|eröffnung|vorführung|übung|dienst)$/iu;

/** Lines whose date is a deadline, a date of printing or of something past, not an event. */
export const NO_EVENT_TITLE =
  /^(?:stand|druck(?:datum)?|gedruckt|ausgabe|auflage|version|ausdruck(?:\s+vom)?(?!\p{L})|wechselfrist|redaktionsschluss|anmeldeschluss|meldeschluss|einsendeschluss|abgabeschluss|annahmeschluss|nennungsschluss|nennschluss|bewerbungsschluss|anzeigenschluss|anmeldefrist|meldefrist|frist|stichtag|abgabetermin|abgabefrist|anmeldungen?(?:\s+(?:bis|für|zu[rm]?|ab)\b|$)|rückmeldung|anträge|antragsfrist|kartenvorverkauf|vorverkauf|kartenverkauf|vvk|ticketverkauf|beitragseinzug|abbuchung|lastschrift|beiträge|mitgliedsbeitr|zahlung|überweisung|geburtstag|geboren|geb\.|gegründet|gründung|erstellt|letzte änderung|aktualisiert|gültig|v\.\s?i\.\s?s\.\s?d|impressum|erscheint|erscheinungs|nächste ausgabe|kündigung|bankverbindung|iban|tel|telefon|protokoll vom|amtsblatt|mitteilungsblatt|gemeindeblatt|rundschreiben|rundbrief|newsletter|vereinsheft|vereinszeitung|nr\.\s?\d|seite\s\d|satzung vom|beschluss vom)/iu;

const DEADLINE_BEFORE =
  /(?:(?:anmeld|meldeschluss|redaktionsschluss|anmeldeschluss|einsendeschluss|abgabe|rückmeld|überweis|vorverkauf|kartenverkauf|vvk|karten ab|anträge|frist|stichtag|spätestens|fällig|eingezogen|abgebucht|ausgehängt|kündig|scheidet|beitrag|beiträge|stand\s*:?|gedruckt|druck|geboren|geb\.|geburtstag|gegründet|gründung|seit|verstorben|feierte|feierten|fand|fanden|tagte|gewann|belegte|erstellt am|vom vorstand|beschluss|protokoll|niederschrift|satzung|ausgabe|erscheint|bewerb|vergangen|letzten|ist der|zuletzt|protokolls|ursprünglich(?:e[rnms]?)?|anstatt|verlegt\s+vom|für die zeit|zeitraum|geschäftsjahr|abrechnung)[^.!?;]{0,60}|(?<!\p{L})(?:bis|ab)\s+(?:(?:zum|spätestens|einschließlich|einschl\.|ende|mitte|anfang|sonntag|samstag|freitag|montag|dienstag|mittwoch|donnerstag|(?:mo|di|mi|do|fr|sa|so)\.?),?\s+)*(?:(?:zum|dem|den),?\s*)?)$/iu;
const DEADLINE_AFTER =
  /^[^.!?;]{0,60}?(?<!\p{L})(?:anmelden|anzumelden|anmeldeschluss|meldeschluss|redaktionsschluss|einsendeschluss|überweisen|überwiesen|abgeben|abzugeben|einreichen|einzureichen|verschickt|verschicken|zurückgeben|zurückzugeben|bezahlen|zu zahlen|eingezogen|abgebucht|gewählt|geboren|verstorben|verstarb|gegründet|ist stichtag|ist redaktionsschluss|ist meldeschluss|ist anmeldeschluss|beschlossen|unterzeichnet|erworben|eingeweiht|erschienen|gestorben|geburtstag)(?!\p{L})/iu;
const CLOSED =
  /(?<!\p{L})(?:geschlossen|ferien(?!-)|betriebsruhe|kein(?:e|en|er)?\s+(?:\p{Ll}+\s+)?\p{L}*(?:training|übung|übungs|probe|sport|betrieb|dienst|stunde|unterricht|turnen|treff|schießen|stammtisch|üben|abend)\p{L}*|trainingsfrei|spielfrei|entfällt|entfallen|fällt\s+(?:leider\s+)?aus|ausfallen|ausgefallen|abgesagt|ausfall(?=\s*!|\s*$)|findet\s+nicht\s+statt|winterpause|sommerpause)(?!\p{L})/iu;

/**
 * True when the words around a date say that it is a deadline, a thing of the past or a date of
 * printing.
 */
export function isNoEvent(before: string, after: string): boolean {
  return DEADLINE_BEFORE.test(before) || DEADLINE_AFTER.test(after);
}

/** Holidays, closed halls: nothing to go to. */
export function isClosure(text: string): boolean {
  // "Nach der Sommerpause treffen wir uns": the closed time is over.
  const title = text.replace(
    /(?<!\p{L})(?:nach|vor|seit)\s+(?:der|den|unserer|unseren)\s+\p{L}*(?:pause|ferien)(?!\p{L})/giu,
    " ",
  );
  const rest = title.replace(/\([^)]*\)/g, "");
  if (/^\p{L}+ferien$/iu.test(rest.trim())) return true;
  return CLOSED.test(title) && !(isEventWord(rest.split(/\s+/)[0] ?? "") && !CLOSED.test(rest));
}

const HOLIDAY =
  /^(?:neujahr(?:stag)?|(?:hl\.?|heilige)\s+(?:drei|3)\s?könige|dreikönig(?:e|stag)?|epiphanias|erscheinung des herrn|(?:rosen|oster|pfingst)montag|(?:weiber|schmotziger?)\s?(?:fastnacht|donnerstag)|aschermittwoch|gründonnerstag|karfreitag|karsamstag|(?:oster|pfingst|palm|toten|ewigkeits|weißer )sonntag|ostern|pfingsten|tag der (?:arbeit|deutschen einheit)|maifeiertag|(?:christi )?himmelfahrt|fronleichnam|mariä (?:himmelfahrt|empfängnis|lichtmess)|friedensfest|reformationstag|allerheiligen|allerseelen|buß- und bettag|volkstrauertag|(?:hl\.?\s)?nikolaus(?:tag)?|[1-4]\.\s?advent(?:ssonntag)?|(?:erster|zweiter|dritter|vierter)\sadvent|heilig(?:er\s)?abend|(?:[12]\.|erster|zweiter)?\s?weihnachts(?:feier)?tag|weihnachten|silvester|muttertag|vatertag|(?:feiertag|winterzeit|sommerzeit)|(?:oster|pfingst|sommer|herbst|weihnachts|winter|faschings|schul)ferien)$/iu;

/** "Karfreitag", "2. Advent": what a day is, not what happens on it. */
export function isHoliday(text: string): boolean {
  return HOLIDAY.test(text.trim().replace(/[.,;:!()]+$/u, ""));
}

const CALLED_OFF =
  "entfällt|entfallen|abgesagt|fällt\\s+(?:\\p{L}+\\s+)?aus|ausfallen|ausgefallen|findet\\s+nicht\\s+statt";
const ONLY_CALLED_OFF = new RegExp(
  `^\\(?(?:leider|wird|muss|ist|wurde|\\s)*(?:${CALLED_OFF})[\\s!.)]*$`,
  "iu",
);

/** True when a part of an entry says nothing but that it was called off. */
export function isCancellation(part: string): boolean {
  return ONLY_CALLED_OFF.test(part.trim());
}

/** True when the clause that names an event says that it will not be. */
export function isCalledOff(title: string, sentence: string): boolean {
  if (["kein", "keine", "keinen"].some((none) => sentence.includes(`${none} ${title}`)))
    return true;
  return sentence
    .split(/[,;–]/)
    .some(
      (clause) =>
        clause.includes(title) &&
        new RegExp(`(?<!\\p{L})(?:${CALLED_OFF})(?!\\p{L})`, "iu").test(clause),
    );
}
