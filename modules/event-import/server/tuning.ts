/**
 * The thresholds and weights by which programmes are read. All were set by hand, until the sample
 * programmes were read right: seven documents (a table, columns of months, a letter, a scanned
 * notice, photos of two posters), 29 further ones of other kinds that clubs write, and the pages in
 * `samples/kinds.ts`, each of which names the kind that a rule was made for.
 *
 * `npm run programmes -- DIR` gives the score. How a page is cut and which shape its records have is
 * not decided here but by learned weights (`layout/weights.ts`).
 *
 * `npm run programmes:tuning -- DIR…` tries each value at 0.8 and at 1.2 of itself, counts at one
 * less and one more, on both sets of documents and the pages: 143 events. What that loses (−) and
 * finds wrongly stands beside the value; weights of nouns matter from whole steps on ("at 2"). A
 * value with nothing beside it can be so much smaller or larger without any change: these documents
 * are too few to tell what it should be. Values of `PICTURES` were not tried, as every picture has
 * to be recognised anew for each (`--only PICTURES`).
 *
 * "Letter heights" are those of the line at hand; distances between lines are measured from middle
 * to middle.
 */

/** Words that stand side by side become a line, and a line has segments. In letter heights. */
export const LINES = {
  /** A wider gap divides a line: cells of tables and columns of text stand further apart. */
  segmentGap: 1, // 0.8×: −3, 2 wrong
  /** How far a word may stand above or below its neighbour: photographed lines rise and fall. */
  drift: 0.5, // 1.2×: a place lost
  /** How far a word may reach back into its neighbour: boxes of recognised words overlap. */
  overlap: 0.5,
};

/** Wrapped text becomes one piece. Lengths in letter heights. */
export const PIECES = {
  /** Distance of lines of one text, from middle to middle. */
  leastPitch: 0.6,
  mostPitch: 1.5,
  /** Share by which letters of one text may differ in height. */
  sizeStep: 0.12,
  /** So many times the usual letters are a headline, whose lines belong together. */
  headline: 1.6,
  headlineStep: 0.25,
  /** How far its lines may begin, or have their middles, apart. */
  sameEdge: 0.6,
  /** The blank before the next line's first word. */
  blank: 0.1,
  /** Empty space between text and the edge of its column. */
  margin: 1.6,
};

/** Dates set like the leaf of a calendar. Lengths in letter heights. */
export const STACKED = {
  /** How far the number may reach into the month below it, and stand above it. */
  overlap: 0.4,
  gap: 0.6,
  /** A word of about the same height so near beside it makes it part of a text. */
  sizeStep: 0.3,
  beside: 0.6,
};

/** Ways to cut a page into parts. */
export const PARTS = {
  /** Share of the lines that may run across a gutter: titles, feet. */
  crossing: 0.2,
  /** Letter heights: narrower strips are gaps between words. */
  leastWidth: 0.8,
  /** So many of the widest gutters are tried alone. */
  mostSingleGutters: 3,
  /** Letter heights of a space to cut at, and how many are tried. */
  leastSpace: 1,
  mostHeightCuts: 3,
  /** Lines above the columns: larger than the usual letters, or in the middle of the part. */
  headline: 1.4,
  centred: 0.03,
  /** More parts than a page has. */
  mostParts: 40,
  /** Cuts within cuts. */
  mostDepth: 3,
  /** Readings of parts that are tried for a page. */
  mostReadings: 1_000,
  /** Lines of a page; more are no programme's. */
  mostLines: 400,
};

/** Days side by side: calendars, weeks, blocks of days. Lengths in letter heights. */
export const GRID = {
  /** How far the tops of days of one row may lie apart. */
  level: 0.6,
  /** How far a text beside a day may begin above it. */
  above: 0.35,
  /** Days that follow one another in a row of a calendar. */
  leastDays: 3,
  shortestMonth: 28,
  /** A calendar that begins with a later day begins with the month before. */
  firstWeek: 20,
  daysOfWeek: 7,
  /** How far left of the first days numbers of weeks and hours stand. */
  besideLabel: 0.3,
  /** A narrower gap is a blank within a text. */
  blank: 0.5,
  /** How far a word has to reach over an edge on both sides to run across it. */
  reach: 0.5,
};

/** Records around dates. Lengths in letter heights. */
export const RECORDS = {
  /** How far above its date's top a text beside it may have its middle. */
  above: 0.15,
  /** Times that spaces between blocks are wider than those within, and the least of those. */
  leastStep: 1.5,
  leastSpace: 0.15,
  /** Share of the dates that stand alone in their row. */
  alone: 0.8,
  /** Words of a text, and the share of them in lower case, that make it a sentence. */
  leastWordsOfSentence: 8,
  lowerCase: 0.45,
  /** More dates than a play has performances. */
  mostDatesOfPoster: 12,
};

/** Cells of a row whose lines stand below one another. Lengths in letter heights. */
export const CELLS = { sameEdge: 0.5, sizeStep: 0.12, space: 0.8 };

/** Letters that stand out: so many times the usual height of a part, or nearly as high as its largest. */
export const EMPHASIS = { stands: 1.1, headline: 1.6, asLarge: 0.9 };

/** Which line of a record says what happens. Weights; the heaviest wins. */
export const TITLES = {
  /** The letters' height counts up to this many times the record's usual one. */
  mostScale: 3,
  scale: 3,
  bold: 0.8,
  eventWord: 0.5,
  place: 1.2,
  note: 1.5,
  lowerCase: 0.6,
  dated: 1.5,
  perLine: 0.2,
};

/** Empty strips from top to bottom between the columns of a table. */
export const GUTTERS = {
  /** Strips that the table's width is looked at in; finer than any gap between letters. */
  bins: 400,
  /** Rows from which on gaps between words count: in fewer they lie below one another by chance. */
  leastRowsByWord: 4,
  /** Share of the rows that may run across a gutter: headings between rows. */
  crossed: 0.04,
  /** Letter heights: narrower ones are gaps between words. */
  leastWidth: 0.5, // 0.8×: −1, 1 wrong
};

/** Columns as near as words: told by where their cells begin. Lengths in letter heights. */
export const ALIGNED_EDGES = {
  /** How far words that begin at the same edge may lie apart. */
  offset: 0.15,
  /** Rows with a word at the edge, and their share of all rows. */
  leastRows: 4,
  rows: 0.6,
  /** Share of the words at the edge that begin with a letter: numbers align themselves. */
  letters: 0.7,
  /** Share of different words at the edge: "Übung …" in each row is a fixed part of one cell. */
  different: 0.5,
  /** Share of different words right before the edge, for the same reason. */
  differentBefore: 0.6,
  /** The strip before the edge that words of the column before it leave empty. */
  stripFrom: 0.2,
  stripTo: 0.15,
  /** Share of the rows whose words may lie in the strip. */
  crossed: 0.2, // 0.8×: −5, 5 wrong
  /** Around the edge and the words before it: a gutter there is this edge, found already. */
  known: 0.2,
  knownReach: 0.3,
  /** How far before its words the edge is drawn. */
  margin: 0.1,
};

/** Lines become tables, and tables rows. Lengths in letter heights. */
export const TABLES = {
  /** Lines with several segments that make a table. */
  leastRows: 3,
  /** Lines of one segment that may follow one another within: wrapped cells, headings between. */
  mostSingleLines: 6,
  /** How far a line may begin above the one before it: cells wrapped differently. */
  stepBack: 2,
  /** A wider empty space below a line ends the table. */
  mostSpace: 5,
  /** Distance of lines within one cell. */
  wrapPitch: 1.45, // 0.8×: −1, 1 wrong
  /** The same where rows stand close: at least so far, and at most this share of their distance. */
  tightPitch: 1.15,
  tightShare: 0.85,
  /** How far the lines of a wrapped cell may begin apart. */
  wrapIndent: 0.5,
  /** Lines that begin with a date, for the column of dates, and their share of its lines. */
  leastDates: 2,
  dates: 0.25,
  /** How far a word has to reach over a gutter on both sides to run across it. */
  across: 0.5,
  /** Distance of lines within a date that is wrapped. */
  datePitch: 1.7,
  /** How far a line may stand above its row's date. */
  aboveDate: 0.5,
  /** Distance between a cell and a date beside which it still stands. */
  touch: 0.75,
  /** How far cells of a row without a date may lie apart. */
  sameRow: 0.6,
  /** How far a text may lie from the time of day that it belongs to. */
  besideTime: 0.4,
};

/** Running lines become entries, paragraphs and headings. Lengths in letter heights. */
export const ENTRIES = {
  /** Confidence (0–100) below which a recognised word makes its field one to check. */
  sureConfidence: 75,
  /** A larger distance begins another entry. */
  mostPitch: 1.9, // 0.8×: −10, 8 wrong
  /** So much further than the lines before it, a line begins another paragraph. */
  pitchGrowth: 1.25,
  pitchSlack: 0.1,
  /** Letters that differ in height by more than this share are of another entry. */
  sizeStep: 0.22,
  /** Lines whose edges or middles lie no further apart are of one column. */
  columnEdge: 4,
  /** Lines that begin no further apart begin at the same edge … */
  sameEdge: 0.3,
  /** … and if no larger share of a column's lines does, they are set in the middle. */
  sameEdgeShare: 0.25,
  /** The blank before the next line's first word, and how far short of the edge a line is full. */
  blank: 0.3,
  fullSlack: 0.2,
  /** Lines set in the middle begin further apart than this, and have middles no further apart. */
  centredIndent: 1,
  centredMiddle: 2,
};

/** What the lines above a date without words say it is of: posters, flyers, plays. */
export const HEADINGS = {
  /** Lines above a date that are remembered. */
  mostLines: 8,
  /** Letters of a name; longer texts are no headings. */
  mostLetters: 80,
  /** Letter heights: lines of one block are no further apart. */
  blockPitch: 2.5, // 0.8×: −2, 1 wrong
  /** So much larger has the gap above a block's heading to be than the one below it. */
  gapRatio: 1.25,
  /** Times the usual letters: a name though it speaks of a place ("Rock am See"). */
  headline: 1.8,
  /** Times the date's letters: stands out from them. */
  standsOut: 1.05,
  /** Times the usual letters: a year alone in its line is a heading. */
  year: 1.05,
  /** Weights: the letters' height counts up to this many times the usual one … */
  mostScale: 3,
  /** … a word for an event, a quotation mark before the name … */
  eventWord: 1,
  quoted: 1.5,
  /** … each line nearer to the date … */
  perLine: 0.15,
  /** … and against it a colon at the end, and a name taken out of a longer text. */
  colon: 0.5,
  inSentence: 0.5,
};

/** Which words of a sentence name its event. Weights; the heaviest noun wins. */
export const NOUNS = {
  /** "Sommerfest": ends as words for events do. */
  eventWord: 4,
  /** "laden ein zum …", "unser …" */
  invited: 3, // at 2: −1, 1 wrong
  /** "findet das … statt", "feiern wir das …" */
  announced: 3,
  /** "das …" */
  article: 1, // at 2: −1, 2 wrong
  /** Set in another font. */
  emphasised: 3,
  quoted: 2,
  /** "im …", "beim …": a place or an occasion. */
  afterPlaceWord: -4,
  place: -3,
  bracketed: -3,
  /** "Zum Muttertag": the day, not what happens on it. */
  dayAfterTo: -4,
  /** Less for each noun that came before. */
  perNounBefore: -0.1,
  /** Of the sentence with the date, and of the one after it. */
  sameSentence: 2, // at 1: −1, 1 wrong; at 3: −1, 2 wrong
  nextSentence: -1,
  /** A lighter noun names nothing. */
  threshold: 4, // at 3: −1, 2 wrong; at 5: −1, 1 wrong
};

/** Lengths by which entries of lists, sentences and places are told apart, in letters or words. */
export const TEXTS = {
  /** Letters: an entry whose date is not at its beginning is no longer. */
  mostListed: 140,
  /** Letters of an entry's beginning in which a verb makes it a sentence. */
  listedHead: 160,
  /** Letters: longer entries are divided into sentences. */
  divided: 100,
  /** Letters: a longer text is not what a date above it is of. */
  mostAwaited: 200,
  /** Letters of a sentence that is kept as a description. */
  mostDescription: 600,
  /** Letters of a sentence that has to serve as a title. */
  mostTitle: 80,
  /** Words of a title before its date. */
  mostTitleWords: 6,
  /** Words of a place, of one between commas, and of one told by its position only. */
  mostPlaceWords: 8,
  mostPlaceWordsAfterComma: 4,
  mostGuessedPlaceWords: 5,
  /** Letters before a place in a title ("Fest im Hof"); fewer are no title. */
  leastBeforePlace: 3,
};

/** Years that are not written, and how long an event may be. */
export const YEARS = {
  /** Letters: a longer text is no heading that names the year. */
  mostHeadingLetters: 90,
  /** Times the usual letters, for a heading that names the year … */
  headingScale: 1.1,
  /** … or one of so many first items of a document. */
  firstItems: 4,
  /** Dates with the same year that make it the document's. */
  leastDates: 2,
  /** Years from today's that a year named in passing may be the document's. */
  mostAhead: 3,
  /** A season "2026/27" begins with this month. */
  seasonFrom: 7,
  /** Months that a list goes back when a year has passed in it: half of one. */
  monthsBack: 6,
  /** Up to this month a weekday may say that a date is of the year after the title's. */
  lastMonthOfNextYear: 4,
  /** Days before the day of writing that a date without a year may still be of the same year. */
  daysBeforeWriting: 31,
  /** Days that a list without years is for at most. */
  mostDaysOfList: 370,
  /** Days: nothing that a club goes to lasts longer; a term of office does. */
  mostDays: 180,
};

/** Dates in texts. */
export const DATES = {
  /** Texts whose dates are remembered while a document is read. */
  remembered: 5_000,
};

/** Hours in words ("halb acht"), which leave open which half of the day they are of. */
export const TIMES = {
  /** Earlier ones are meant in the afternoon or evening: clubs meet then. */
  firstHour: 9, // at 7: −1, 1 wrong
  /** "Nachts" until this hour is the early morning, after it the late evening. */
  lastHourOfNight: 6,
};

/** The text of a PDF. Lengths in letter heights. */
export const PDF_TEXT = {
  /** Letters of a page; fewer are a scan's stamp, and the page is recognised as a picture. */
  leastLetters: 25,
  /** Height of letters above their base line. */
  ascent: 0.8,
  /** Pieces of text this near are one word: programs break words anywhere. */
  sameLine: 0.3,
  touching: 0.15,
};

/** Pictures before the recognition. Lengths in points of the picture, light from 0 to 255. */
export const PICTURES = {
  /** Long side of a photo as it is decoded, and of a page of a PDF as it is drawn. */
  decodedSide: 2_800,
  drawnSide: 2_400,
  /** Long side of what the recognition sees: a page of 12-point type at about 200 dpi. */
  longSide: 2_600,
  /** Short side below which a picture is enlarged to it. */
  enlargedBelow: 1_400,
  /** The light around a point: the picture made so many times smaller, and blurred so far. */
  lightShrink: 8,
  lightBlur: 6,
  /** Share of the points that stand out most, left out when the contrast is measured. */
  outliers: 0.01,
  /** Contrast below which a picture is taken for an empty one, and not spread further. */
  leastContrast: 24,
  /** Letters are spread over so much light, less so much that is taken for paper. */
  spread: 200,
  paper: 20,
  /** Darker is ink, where the lines of tables are looked for. */
  ink: 190,
  /** Thicker than the one is a letter's stroke, shorter than the other one of its parts. */
  ruleWidth: 7,
  ruleLength: 70,
  /** Lines taken out, as many times the picture's width and height, that make a page a table. */
  ruled: 6,
};

/** The words that the recognition gives. */
export const RECOGNITION = {
  /** Confidence (0–100) below which a word is noise: wood grain, shadows, a curtain's pattern. */
  leastConfidence: 35,
  /** The same of numbers and dashes, which are short and seldom sure. */
  leastConfidenceOfNumbers: 12,
  /** Share of the smaller of two words that lies in the other, when both are the same word. */
  overlap: 0.2,
};

/** Lines of text in pictures. Lengths in points of the picture that they are looked for in. */
export const TEXT_LINES = {
  /** Long side of a page as lines are looked for in it. */
  seenSide: 1_280,
  /** Share (0–1) from which on a point is text, and the least one of a whole stretch. */
  isText: 0.3,
  leastShare: 0.5,
  leastPoints: 12,
  leastHeight: 3,
  /** How far a box grows around what is marked. */
  growth: 1.6,
  /** Of points that spread less into one direction the direction is not known. */
  leastSpread: 0.7,
  /** More lines than a page of paper has. */
  mostLines: 400,
  /** Height of a line as it is read. */
  readHeight: 48,
  leastReadWidth: 320,
  /** Long lines that are read upside down as well, and how much surer that has to be. */
  linesTried: 3,
  turnedRound: 1.05,
  /** Times its height that a line is wide whose direction is known. */
  longLine: 4,
  /** Share of a box that its letters are high. */
  letters: 0.68,
  /** White around lines that are read below one another. */
  stackMargin: 24,
  stackGap: 28,
  /** Share of the points that stand out most, left out when ink and paper are measured. */
  outliers: 0.02,
  leastContrast: 24,
  /** Times its height that a stretch of text is wide, or lies on its side. */
  tall: 2,
  /** Radians that a page may lie crooked. */
  leastAngle: 0.002,
  /** Share of a line that words fill, and confidence (0–100) of each, that is not read again. */
  filled: 0.7,
  sure: 80,
  /** Times a box's height that its ends may be empty: it is drawn a little wide. */
  end: 1.3,
  /** Share of a line's letters that both readings have to see. */
  alike: 0.6,
  /** How sure a letter is that both see, only the second one does, or both see differently. */
  shareOfAgreed: 0.9,
  shareOfMissed: 0.7,
  shareOfDoubted: 0.75,
  /** 0–100: less sure words are noise. */
  leastConfidence: 50,
};
