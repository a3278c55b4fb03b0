import { Chance } from "./random.ts";

/** A member as they are, before anybody writes them into a list. Days are ISO. */
export interface Person {
  number: number;
  firstname: string;
  lastname: string;
  title: string | null;
  gender: "MALE" | "FEMALE";
  street: string;
  house: string;
  houseAddition: string;
  addressAddition: string | null;
  postalCode: string;
  city: string;
  email: string | null;
  secondEmail: string | null;
  phone: string | null;
  mobile: string | null;
  birthday: string;
  joinedOn: string;
  leftOn: string | null;
  deceasedOn: string | null;
  status: "ACTIVE" | "PASSIVE" | "HONORARY";
  groups: string[];
  iban: string | null;
  accountHolder: string | null;
  mandateReference: string | null;
  notes: string | null;
}

const WOMEN = `Anna,Ursula,Ceyda,Marie-Luise,Heike,Zoë,Käthe,Lea,Svenja,Renate,Sabine,Brünhilde,Elif,
  Gisela,Johanna,Katrin,Mia,Nele,Petra,Wiebke,Dörte,Amélie,Friederike,Ludmila,Inge`;
const MEN = `Jörg,Hans-Peter,Grzegorz,Thomas,Uwe,Lukas,Finn,Mehmet,Wolfgang,Jürgen,Ole,Karl,Levent,
  Björn,Tim,Matthias,Dieter,Kilian,Sören,Ansgar,Yannick,Günther,Ömer,Emil,Rüdiger`;
const FAMILIES = `Müller,Weiß,Öztürk,Groß,Schmidt,von der Heide,Kühn,Meyer-Lüdenscheid,Sommer,Klein,
  Kowalczyk,Schröder,Bäcker,Yilmaz,Hofmann,Krüger,Lange,Winter,Vogt,Jäger,de Vries,Nguyen,Engelhardt,
  Sauer,Brandt,Fuß,Pfaff,Rößler,Zimmermann,Busch,Graf,König,Ott,Haase,Thiele,Dengler,Wrona,
  Abendroth,Zwickl,Böhme`;
const STREETS = `Hauptstr.,Lange Gasse,Am Ährenfeld,Bahnhofstraße,Goethestr.,Im Winkel,Mühlenweg,
  Schulstraße,An der Kirche,Lindenallee,Gartenweg,Ringstr.,Unter den Eichen,Rosenplatz,Bergstraße`;
const PLACES = `01067 Dresden,73033 Göppingen,99084 Erfurt,24103 Kiel,80331 München,04600 Altenburg,
  87629 Füssen,07545 Gera,66111 Saarbrücken,45127 Essen,18055 Rostock,97070 Würzburg,
  61348 Bad Homburg,55116 Mainz,02826 Görlitz`;
const NOTES = `spielt auch Orgel,Schlüssel ausgeliehen,hilft beim Sommerfest,ruft erst nach 18 Uhr zurück,
  Patenkind von Frau Ott,nimmt keine Post an,wohnt im Sommer am See,hat einen Trainerschein`;
const PHONE_AREAS = ["0351", "07161", "040", "0361", "089", "0641"];

function words(text: string): string[] {
  return text.split(",").map((word) => word.trim());
}

export function day(year: number, month: number, date: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

export function people(chance: Chance, count: number, groups: readonly string[]): Person[] {
  return Array.from({ length: count }, (_, index) => person(chance, index + 1, groups));
}

function person(chance: Chance, nth: number, groups: readonly string[]): Person {
  const gender = chance.is(0.5) ? "FEMALE" : "MALE";
  const firstname = chance.of(words(gender === "FEMALE" ? WOMEN : MEN));
  const lastname = chance.of(words(FAMILIES));
  const [postalCode = "", ...city] = chance.of(words(PLACES)).split(" ");
  const born = chance.between(1938, 2016);
  const joined = Math.max(born + 3, chance.between(Math.max(1960, born + 4), 2025));
  const join = day(Math.min(joined, 2025), chance.of([1, 1, 4, 7, 9, 10]), chance.of([1, 1, 15]));
  const hasLeft = chance.is(0.08);
  const address = `${plain(firstname)}.${plain(lastname)}`;
  return {
    number: 1000 + nth,
    firstname,
    lastname,
    title: chance.is(0.06) ? chance.of(["Dr.", "Prof. Dr.", "Dipl.-Ing."]) : null,
    gender,
    street: chance.of(words(STREETS)),
    house: String(chance.between(1, 120)),
    houseAddition: chance.is(0.15) ? chance.of(["a", "b", "1/2"]) : "",
    addressAddition: chance.is(0.05) ? chance.of(["Hinterhaus", "c/o Sommer", "2. OG"]) : null,
    postalCode,
    city: city.join(" "),
    email: chance.is(0.72) ? `${address}@${chance.of(["example.org", "post.example.net"])}` : null,
    secondEmail: chance.is(0.1) ? `${address}@arbeit.example` : null,
    phone: chance.is(0.7)
      ? `${chance.of(PHONE_AREAS)} ${chance.between(2, 9)}${chance.between(10_000, 99_999)}`
      : null,
    mobile: chance.is(0.66)
      ? `${chance.of(["0171", "0160", "0176", "0151"])} ${chance.between(2_000_000, 9_899_999)}`
      : null,
    birthday: day(born, chance.between(1, 12), chance.between(1, 28)),
    joinedOn: join,
    leftOn: hasLeft ? `${chance.between(2025, 2026)}-${chance.of(["06-30", "12-31"])}` : null,
    deceasedOn: !hasLeft && chance.is(0.03) ? day(2026, chance.between(1, 8), 12) : null,
    status: chance.of(["ACTIVE", "ACTIVE", "ACTIVE", "PASSIVE", "HONORARY"]),
    groups: chance.some(groups, chance.of([0, 1, 1, 1, 2, 2, 3])).toSorted(),
    iban: chance.is(0.65) ? iban(chance) : null,
    accountHolder: chance.is(0.12) ? `${chance.of(words(MEN))} ${lastname}` : null,
    mandateReference: chance.is(0.6) ? `M-${1000 + nth}` : null,
    notes: chance.is(0.12) ? chance.of(words(NOTES)) : null,
  };
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ı", "i")
    .replace(/[^a-z]+/g, "-");
}

function iban(chance: Chance): string {
  const account = `00000000${String(chance.between(1, 9_999_999)).padStart(10, "0")}`;
  const rest = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - rest).padStart(2, "0")}${account}`;
}
