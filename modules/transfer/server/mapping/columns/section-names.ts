import { nameKey } from "../name-lookup.ts";

/** What clubs call their sections and groups, most of all by what is done there. */
const NAMES = `
  Aerobic, Aikido, American Football, Angeln, Badminton, Ballett, Baseball, Basketball, Billard, Blasorchester,
  Bogenschießen, Boule, Bouldern, Bowling, Boxen, Breitensport, Cheerleading, Chor, Cricket, Damengymnastik,
  Darts, Einrad, Eishockey, Eislaufen, Eisstock, Eltern-Kind-Turnen, Faustball, Fechten, Fitness, Floorball,
  Freizeitsport, Fußball, Gardetanz, Gerätturnen, Gesundheitssport, Gewichtheben, Golf, Gymnastik, Handball,
  Hapkido, Herzsport, Hockey, Inline, Jazztanz, Jiu-Jitsu, Jonglieren, Judo, Jugendchor, Jugendfeuerwehr, Kanu,
  Karate, Karneval, Kegeln, Kendo, Kickboxen, Kinderchor, Kindertanz, Kinderturnen, Klettern, Korbball,
  Laienspiel, Laufen, Leichtathletik, Luftgewehr, Luftpistole, Minigolf, Motorsport, Musikzug, Nordic Walking,
  Orchester, Orientierungslauf, Pilates, Petanque, Prellball, Radsport, Rehasport, Reiten, Rhönrad, Ringen,
  Rollsport, Rope Skipping, Rudern, Rugby, Schach, Schießen, Schützen, Schwimmen, Segeln, Selbstverteidigung,
  Seniorengymnastik, Seniorensport, Showtanz, Skat, Skifahren, Ski, Snowboard, Softball, Spielmannszug, Squash,
  Taekwondo, Tanz, Tanzen, Tanzsport, Tauchen, Tennis, Theater, Tischtennis, Trampolin, Triathlon, Turnen,
  Voltigieren, Volleyball, Walking, Wandern, Wasserball, Wassergymnastik, Yoga, Zumba, Sopran, Alt, Tenor, Bass,
  Bariton, Mezzosopran, Elferrat, Prinzengarde, Einsatzabteilung, Altersabteilung, Altherren, Alte Herren,
  Damen, Herren, Jugend, Junioren, Juniorinnen, Senioren, Seniorinnen, Bambini, Jungschützen, Fußball Herren,
  Fußball Damen, Fußball Jugend, Jugendkapelle, Bläserklasse, Gesangsabteilung, Wanderfahrer, Rennrudern`;

const KNOWN = new Set(NAMES.split(",").map((name) => nameKey(name)));

/** Returns whether a heading is what clubs call a section of theirs. */
export function isSectionName(heading: string): boolean {
  return KNOWN.has(nameKey(heading));
}
