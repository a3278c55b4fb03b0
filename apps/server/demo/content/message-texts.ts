/** A message of the demo club. */
export interface DemoMessage {
  from: "admin" | "buero" | "trainer" | "mitglied";
  /** Logins named by themselves. */
  to?: readonly DemoMessage["from"][];
  groups?: readonly string[];
  subject: string;
  html: string;
  /** Days before today, with a part for the time of the day. */
  age: number;
  /** How many of the recipients have read it, 0 to 1. */
  read: number;
  /** Logins that have surely read it; the others of them have not. */
  readBy?: readonly DemoMessage["from"][];
  attachment?: { name: string; title: string; paragraphs: readonly string[] };
  /** Number of the message that it answers, from 0. */
  answers?: number;
}

/** From the oldest to the newest. */
export const DEMO_MESSAGES: readonly DemoMessage[] = [
  {
    from: "buero",
    groups: ["Alle Mitglieder"],
    subject: "Beiträge werden am 1. des Monats eingezogen",
    html: "<p>Liebe Mitglieder,</p><p>die Beiträge für das laufende Halbjahr werden am 1. des kommenden Monats eingezogen. Hat sich Ihre Bankverbindung geändert, geben Sie uns bitte <strong>bis zum 25.</strong> Bescheid.</p><p>Die aktuelle Beitragsordnung hängt an.</p><p>Herzliche Grüße<br />Sabine Krämer, Geschäftsstelle</p>",
    age: 62.4,
    read: 0.8,
    readBy: ["admin", "trainer", "mitglied"],
    attachment: {
      name: "Beitragsordnung.pdf",
      title: "Beitragsordnung",
      paragraphs: [
        "§ 1 Beiträge",
        "Erwachsene zahlen 96 Euro im Jahr, Jugendliche und Kinder 48 Euro, Familien 168 Euro.",
        "§ 2 Fälligkeit",
        "Die Beiträge werden halbjährlich im Voraus eingezogen.",
      ],
    },
  },
  {
    from: "trainer",
    groups: ["C-Jugend"],
    subject: "Trainingszeiten im Winter",
    html: "<p>Hallo zusammen,</p><p>ab der Zeitumstellung trainieren wir in der Halle:</p><ul><li>dienstags 17:30 bis 19:00 Uhr</li><li>freitags 16:30 bis 18:00 Uhr</li></ul><p>Bitte an <strong>Hallenschuhe mit heller Sohle</strong> denken.</p><p>Tobias</p>",
    age: 40.2,
    read: 0.9,
    readBy: ["trainer"],
  },
  {
    from: "buero",
    to: ["mitglied"],
    subject: "Willkommen im Mitgliederbereich",
    html: "<p>Hallo Frau Öztürk,</p><p>schön, dass Sie jetzt auch online dabei sind. Unter <em>Mein Profil</em> können Sie Ihre Anschrift selbst ändern und wählen, ob Nachrichten sofort, einmal am Tag oder gar nicht per E-Mail kommen.</p><p>Bei Fragen antworten Sie einfach auf diese Nachricht.</p><p>Sabine Krämer</p>",
    age: 21.3,
    read: 1,
    readBy: ["mitglied"],
  },
  {
    from: "mitglied",
    to: ["buero"],
    subject: "AW: Willkommen im Mitgliederbereich",
    html: "<p>Hallo Frau Krämer,</p><p>vielen Dank, hat alles geklappt. Wo finde ich denn die Satzung?</p><p>Viele Grüße<br />Lena Öztürk</p>",
    age: 21.1,
    read: 1,
    readBy: ["buero"],
    answers: 2,
  },
  {
    from: "buero",
    to: ["mitglied"],
    subject: "AW: Willkommen im Mitgliederbereich",
    html: "<p>Gern: Die Satzung liegt unter <em>Dokumente</em>, Ablage „Vereinsdokumente“, Ordner „Satzung und Ordnungen“.</p><p>Sabine Krämer</p>",
    age: 20.9,
    read: 1,
    readBy: ["mitglied"],
    answers: 3,
  },
  {
    from: "admin",
    groups: ["Vorstand"],
    subject: "Tagesordnung der nächsten Sitzung",
    html: "<p>Liebe Vorstandsmitglieder,</p><ol><li>Bericht der Kassenwartin</li><li>Sanierung der Umkleiden</li><li>Vereinsfest: Verantwortliche</li><li>Verschiedenes</li></ol><p>Weitere Punkte bitte bis Mittwoch an mich.</p><p>Jürgen Hohenstein</p>",
    age: 9.5,
    read: 0.7,
    readBy: ["buero"],
  },
  {
    from: "buero",
    groups: ["Alle Mitglieder"],
    subject: "Arbeitseinsatz am Vereinsheim",
    html: "<p>Liebe Mitglieder,</p><p>am übernächsten Samstag machen wir Haus und Platz winterfest. Wir treffen uns um <strong>9 Uhr am Vereinsheim</strong>, für ein warmes Mittagessen ist gesorgt.</p><p>Wer kann, bringt bitte Handschuhe, Rechen oder Schubkarre mit.</p><p>Sabine Krämer</p>",
    age: 6.6,
    read: 0.6,
    readBy: ["trainer", "mitglied"],
  },
  {
    from: "trainer",
    groups: ["C-Jugend"],
    subject: "Fahrdienst zum Auswärtsspiel",
    html: "<p>Hallo,</p><p>für Samstag fehlen noch <strong>zwei Autos</strong>. Abfahrt ist um 8:45 Uhr am Sportplatz. Wer kann fahren? Bitte kurz antworten.</p><p>Tobias</p>",
    age: 2.8,
    read: 0.5,
    readBy: ["trainer"],
  },
  {
    from: "admin",
    to: ["mitglied", "trainer"],
    subject: "Helferinnen und Helfer für die Weihnachtsfeier",
    html: "<p>Hallo zusammen,</p><p>für die Weihnachtsfeier suche ich noch Hilfe beim Aufbau (ab 15 Uhr) und an der Theke. Darf ich mit euch rechnen?</p><p>Jürgen Hohenstein</p>",
    age: 1.9,
    read: 0,
    readBy: [],
  },
  {
    from: "buero",
    groups: ["Alle Mitglieder"],
    subject: "Halle am Freitag gesperrt",
    html: "<p>Wegen einer Reparatur an der Heizung bleibt die Sporthalle am <strong>Freitag ganztägig geschlossen</strong>. Alle Übungsstunden fallen aus, der Lauftreff findet statt.</p><p>Sabine Krämer</p>",
    age: 1.2,
    read: 0.3,
    readBy: ["admin"],
  },
  {
    from: "buero",
    groups: ["Alle Mitglieder"],
    subject: "Einladung zur Jahreshauptversammlung",
    html: '<p>Liebe Mitglieder,</p><p>wir laden herzlich zur Jahreshauptversammlung ins Vereinsheim ein. Die Tagesordnung finden Sie im Anhang; Anträge reichen Sie bitte schriftlich bei der Geschäftsstelle ein.</p><p>Im <a href="https://www.example.org/satzung">Auszug aus der Satzung</a> steht, wer stimmberechtigt ist.</p><p>Der Vorstand</p>',
    age: 0.4,
    read: 0.1,
    readBy: [],
    attachment: {
      name: "Tagesordnung Jahreshauptversammlung.pdf",
      title: "Tagesordnung der Jahreshauptversammlung",
      paragraphs: [
        "1. Begrüßung und Feststellung der Beschlussfähigkeit",
        "2. Berichte des Vorstands und der Abteilungen",
        "3. Bericht der Kassenprüfung und Entlastung",
        "4. Wahlen",
        "5. Anträge",
        "6. Ehrungen",
        "7. Verschiedenes",
      ],
    },
  },
];
