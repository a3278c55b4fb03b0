/** What stands in the demo club's papers. */

export const BYLAWS = {
  "Name, Sitz, Geschäftsjahr":
    "Der Verein führt den Namen TSV Grünhausen 1898 e. V. Er hat seinen Sitz in Grünhausen. Das Geschäftsjahr ist das Kalenderjahr.",
  Zweck:
    "Zweck des Vereins ist die Förderung des Sports und der Jugendhilfe. Der Verein ist selbstlos tätig; er verfolgt nicht in erster Linie eigenwirtschaftliche Zwecke.",
  Mitgliedschaft:
    "Mitglied kann jede natürliche Person werden. Über den Antrag entscheidet der Vorstand. Die Mitgliedschaft endet durch Austritt, Ausschluss oder Tod.",
  Austritt:
    "Der Austritt ist zum Ende des Kalenderjahres möglich und in Textform bis zum 30. November zu erklären.",
  Organe: "Organe des Vereins sind die Mitgliederversammlung und der Vorstand.",
  Mitgliederversammlung:
    "Die ordentliche Mitgliederversammlung findet im ersten Vierteljahr statt. Sie wird vom Vorstand mit einer Frist von drei Wochen einberufen.",
  Vorstand:
    "Der Vorstand besteht aus der oder dem Vorsitzenden, der Stellvertretung, der Kassenführung und der Schriftführung.",
  Auflösung:
    "Bei Auflösung fällt das Vermögen an die Gemeinde, die es für die Förderung des Sports zu verwenden hat.",
};

export const FEES = {
  Grundsatz:
    "Die Beiträge beschließt die Mitgliederversammlung. Sie werden im Februar durch Lastschrift eingezogen.",
  Höhe: "Kinder und Jugendliche 60,00 €, Erwachsene 108,00 €, Familien 198,00 €, Passive 42,00 € im Jahr.",
  Ermäßigung:
    "Wer in Ausbildung ist oder Leistungen nach dem SGB II bezieht, zahlt auf Antrag den Beitrag für Jugendliche.",
};

export const YOUTH = {
  Jugendversammlung:
    "Alle Mitglieder von 10 bis 26 Jahren bilden die Jugendversammlung. Sie tagt einmal im Jahr.",
  Jugendleitung:
    "Die Jugendversammlung wählt die Jugendleitung für zwei Jahre. Diese gehört dem erweiterten Vorstand an.",
};

export const MINUTES = [
  {
    title: "Protokoll der Mitgliederversammlung",
    paragraphs: [
      "Anwesend waren 74 stimmberechtigte Mitglieder. Die Einladung erging form- und fristgerecht.",
      "Der Vorstand berichtet über das vergangene Jahr: 31 Eintritte, 19 Austritte, drei neue Übungsleiterinnen. Die Halle war an 291 Tagen belegt.",
      "Die Kasse wurde geprüft und war ohne Beanstandung. Die Versammlung entlastet den Vorstand bei vier Enthaltungen.",
      "Die Erhöhung der Beiträge um 6,00 € für Erwachsene wird mit 61 zu 9 Stimmen beschlossen.",
    ],
  },
  {
    title: "Protokoll der Mitgliederversammlung",
    paragraphs: [
      "Anwesend waren 68 stimmberechtigte Mitglieder.",
      "Geehrt werden acht Mitglieder für 40 und zwei Mitglieder für 60 Jahre Treue.",
      "Der Umbau der Umkleiden wird einstimmig beschlossen; der Eigenanteil beträgt 24.000 €.",
    ],
  },
];

export const FORMS = [
  {
    name: "Aufnahmeantrag",
    paragraphs: [
      "Name, Vorname: ______________________________",
      "Geburtstag: ______________   Abteilung: ______________",
      "Anschrift: ______________________________",
      "Ort, Datum, Unterschrift: ______________________________",
    ],
  },
  {
    name: "Fahrtkosten",
    paragraphs: [
      "Datum, Ziel, Kilometer, Mitfahrende bitte einzeln eintragen. Erstattet werden 0,30 € je Kilometer.",
      "______________________________",
    ],
  },
];

export const FOOTBALL = [
  {
    path: "Trainingspläne/C-Jugend Vorbereitung.txt",
    content:
      "Woche 1: Ausdauer, kleine Spiele\r\nWoche 2: Passformen, Torschuss\r\nWoche 3: Testspiel gegen Süßen\r\n",
  },
  {
    path: "Trainingspläne/Bambini Ideen.md",
    content:
      "# Spiele für die Kleinsten\n\n- Feuer, Wasser, Sturm\n- Fangen mit Ball\n- Vier Tore, zwei Bälle\n",
  },
  {
    path: "Spielbetrieb/Schiedsrichter.csv",
    content:
      "\ufeffName;Lizenz bis;Telefon\r\nKarl Ölschläger;2027;0171 3920001\r\nJana Weiß;2028;0171 3920002\r\n",
  },
];

/** Numbered like the articles of a statute. */
export function articles(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([heading, content], index) => [
    `§ ${index + 1} ${heading}`,
    content,
  ]);
}

export function csvOf(): string {
  const rows = [
    ["Tag", "Von", "Bis", "Gruppe", "Halle"],
    ["Montag", "16:00", "17:30", "Kinderturnen", "Turnhalle"],
    ["Montag", "19:00", "20:30", "Gymnastik", "Turnhalle"],
    ["Dienstag", "17:30", "19:00", "E-Jugend", "Sporthalle"],
    ["Mittwoch", "18:00", "20:00", "Gerätturnen", "Turnhalle"],
    ["Donnerstag", "19:30", "21:00", "Alte Herren", "Sporthalle"],
  ];
  return `\ufeff${rows.map((row) => row.join(";")).join("\r\n")}\r\n`;
}
