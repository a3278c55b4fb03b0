/** Kinds of files that a share can be limited to, with their media types. */
const KINDS: readonly { value: string; label: string; types: readonly string[] }[] = [
  { value: "pdf", label: "PDF", types: ["application/pdf"] },
  { value: "pictures", label: "Bilder", types: ["image/*"] },
  {
    value: "office",
    label: "Word, Excel, PowerPoint, LibreOffice",
    types: [
      "application/msword",
      "application/vnd.ms-excel",
      "application/vnd.ms-powerpoint",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      "application/vnd.oasis.opendocument.text",
      "application/vnd.oasis.opendocument.spreadsheet",
      "application/vnd.oasis.opendocument.presentation",
    ],
  },
  { value: "text", label: "Text", types: ["text/*"] },
  { value: "audio", label: "Ton", types: ["audio/*"] },
  { value: "video", label: "Video", types: ["video/*"] },
  { value: "zip", label: "ZIP-Archive", types: ["application/zip"] },
];

/** Choices of the form: the kinds, and types that the share names without being one of them. */
export function typeChoices(chosen: readonly string[]): { value: string; label: string }[] {
  const own = chosen.filter((value) => !KINDS.some((kind) => kind.value === value));
  return [
    ...KINDS.map(({ value, label }) => ({ value, label })),
    ...own.map((value) => ({ value, label: value })),
  ];
}

/** Media types → choices of the form; types that make up no whole kind stay themselves. */
export function choicesOfTypes(types: readonly string[] | null): string[] {
  if (types === null) return [];
  const kinds = KINDS.filter((kind) => kind.types.every((type) => types.includes(type)));
  const covered = new Set(kinds.flatMap((kind) => kind.types));
  return [...kinds.map((kind) => kind.value), ...types.filter((type) => !covered.has(type))];
}

/** Choices of the form → media types; none chosen means no limit. */
export function typesOfChoices(choices: readonly string[]): string[] | null {
  if (choices.length === 0) return null;
  return choices.flatMap(
    (choice) => KINDS.find((kind) => kind.value === choice)?.types ?? [choice],
  );
}

/** "PDF, Bilder" */
export function typesSentence(types: readonly string[] | null): string {
  if (types === null) return "alle Dateien";
  const choices = choicesOfTypes(types);
  return typeChoices(choices)
    .filter((choice) => choices.includes(choice.value))
    .map((choice) => choice.label)
    .join(", ");
}
