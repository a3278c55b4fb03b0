/** First names by the time in which they were given. */
export const FIRST_NAMES = {
  FEMALE: {
    old: ["Helga", "Ursula", "Ingrid", "Renate", "Gisela", "Hannelore", "Brigitte", "Elfriede", "Waltraud", "Christa", "Irmgard", "Rosemarie", "Hildegard", "Margarete"],
    middle: ["Sabine", "Petra", "Martina", "Claudia", "Birgit", "Andrea", "Heike", "Susanne", "Anke", "Katrin", "Silke", "Nicole", "Stefanie", "Ayşe", "Małgorzata"],
    young: ["Anna", "Laura", "Julia", "Lena", "Sarah", "Katharina", "Jana", "Vanessa", "Elif", "Zoé", "Franziska", "Annika", "Ramona"],
    child: ["Emma", "Mia", "Hannah", "Sophia", "Lina", "Ella", "Clara", "Leni", "Frieda", "Mathilda", "Nele", "Ida", "Amélie", "Dilara"],
  },
  MALE: {
    old: ["Günther", "Horst", "Karl-Heinz", "Manfred", "Dieter", "Heinz", "Werner", "Siegfried", "Rolf", "Gerhard", "Hans-Jürgen", "Erwin", "Wolfgang"],
    middle: ["Thomas", "Michael", "Andreas", "Stefan", "Frank", "Jürgen", "Uwe", "Torsten", "Björn", "Markus", "Holger", "Mehmet", "Bernd", "Ralf", "René"],
    young: ["Tobias", "Sebastian", "Christian", "Florian", "Jan", "Philipp", "Dominik", "Kevin", "Murat", "Lukas", "Maximilian", "Björn", "Søren"],
    child: ["Ben", "Paul", "Leon", "Finn", "Elias", "Jonas", "Noah", "Luca", "Emil", "Anton", "Moritz", "Oskar", "Theo", "Cem"],
  },
} as const;

export const LAST_NAMES = [
  "Müller", "Schmidt", "Schneider", "Fischer", "Weber", "Meyer", "Wagner", "Becker", "Schulz", "Hoffmann", "Schäfer", "Koch",
  "Bauer", "Richter", "Klein", "Wolf", "Schröder", "Neumann", "Schwarz", "Zimmermann", "Braun", "Krüger", "Hofmann", "Hartmann",
  "Lange", "Schmitt", "Werner", "Krause", "Meier", "Lehmann", "Köhler", "Maier", "König", "Mayer", "Huber", "Kaiser", "Fuchs",
  "Peters", "Lang", "Scholz", "Möller", "Weiß", "Jung", "Hahn", "Schubert", "Vogel", "Friedrich", "Günther", "Winkler", "Lorenz",
  "Baumann", "Franke", "Albrecht", "Simon", "Böhm", "Groß", "Sauer", "Engel", "Yılmaz", "Kowalski", "Öztürk", "Nowak",
  "von der Heide", "Großkreutz-Bäumer", "D'Angelo", "Nguyen", "Petrović", "Sørensen", "Dreißigacker", "Überschär",
  "Freiherr von und zu Hohenfels-Wallerstein",
] as const;

export const STREETS = [
  "Lindenstraße", "Hauptstraße", "Am Sportplatz", "Gartenweg", "Mühlgasse", "Schulstraße", "Kirchplatz", "Ahornweg", "Bergstraße",
  "Bahnhofstraße", "Birkenweg", "Dorfstraße", "Goethestraße", "Im Wiesengrund", "Rosenweg", "Sonnenhalde", "Talstraße",
  "Uhlandstraße", "Wiesenstraße", "Am Alten Schafstall", "Ziegelhütte", "Ringstraße",
] as const;

export const PLACES = [
  { postalCode: "73099", city: "Adelberg" },
  { postalCode: "73087", city: "Bad Boll" },
  { postalCode: "73033", city: "Göppingen" },
  { postalCode: "73035", city: "Göppingen" },
  { postalCode: "73061", city: "Ebersbach an der Fils" },
  { postalCode: "73054", city: "Eislingen/Fils" },
  { postalCode: "73066", city: "Uhingen" },
  { postalCode: "01067", city: "Dresden" },
] as const;
