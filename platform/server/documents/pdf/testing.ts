import { getDocumentProxy } from "unpdf";

/** An element of a page's structure with the text that is its own. */
export interface ReadElement {
  role: string;
  text: string;
  children: ReadElement[];
}

export interface ReadPage {
  structure: ReadElement;
  /** Texts in the order in which they are drawn, one for each piece. */
  texts: string[];
  /** Texts that are not read aloud. */
  artifacts: string[];
  /** Texts that are neither. */
  untagged: string[];
}

export interface ReadPdf {
  title: string | undefined;
  /** The title in the document's XML. */
  describedTitle: unknown;
  language: string | undefined;
  isTagged: boolean;
  showsTitle: boolean;
  pages: ReadPage[];
}

interface StructureNode {
  role?: string;
  type?: string;
  id?: string;
  children?: StructureNode[];
}

/** Returns what an independent reader (pdf.js) finds in a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { info, metadata } = await pdf.getMetadata();
  const known = info as { Title?: string; Language?: string };
  const preferences = await pdf.getViewerPreferences();
  const pages: ReadPage[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    pages.push(pageOf(items, (await page.getStructTree()) as StructureNode));
  }
  const read = {
    title: known.Title,
    describedTitle: metadata?.get("dc:title") as unknown,
    language: known.Language,
    isTagged: (await pdf.getMarkInfo())?.Marked === true,
    showsTitle: (preferences as { DisplayDocTitle?: boolean } | null)?.DisplayDocTitle === true,
    pages,
  };
  await pdf.destroy();
  return read;
}

/** Returns the elements of a role, in the order in which they are read. */
export function elements({ structure }: ReadPage, role: string): ReadElement[] {
  const found = (element: ReadElement): ReadElement[] => [
    ...(element.role === role ? [element] : []),
    ...element.children.flatMap(found),
  ];
  return found(structure);
}

/** Returns the texts of the rows below an element, cell by cell. */
export function rowTexts(element: ReadElement): string[][] {
  if (element.role === "TR") return [element.children.map(({ text }) => text)];
  return element.children.flatMap(rowTexts);
}

type Item = { str: string } | { type: string; id?: string; tag?: string };

function pageOf(items: readonly Item[], tree: StructureNode): ReadPage {
  const byContent = new Map<string, string[]>();
  const [texts, artifacts, untagged]: string[][] = [[], [], []];
  const open: { id: string | undefined; tag: string | undefined }[] = [];
  for (const item of items) {
    if ("type" in item) {
      if (item.type === "endMarkedContent") open.pop();
      else open.push({ id: item.id, tag: item.tag });
      continue;
    }
    if (item.str.trim() === "") continue;
    texts?.push(item.str);
    const mark = open.at(-1);
    if (mark?.tag === "Artifact") artifacts?.push(item.str);
    else if (mark?.id === undefined) untagged?.push(item.str);
    else byContent.set(mark.id, [...(byContent.get(mark.id) ?? []), item.str]);
  }
  return {
    structure: elementOf(tree, byContent),
    texts: texts ?? [],
    artifacts: artifacts ?? [],
    untagged: untagged ?? [],
  };
}

function elementOf(node: StructureNode, byContent: ReadonlyMap<string, string[]>): ReadElement {
  const children = node.children ?? [];
  return {
    role: node.role ?? "",
    text: children
      .flatMap(({ type, id }) => (type === "content" ? (byContent.get(id ?? "") ?? []) : []))
      .join("\n"),
    children: children
      .filter(({ type }) => type !== "content")
      .map((child) => elementOf(child, byContent))
      .filter((child) => child.role !== "TR" || hasText(child)),
  };
}

/** pdf.js gives a table's rows of all pages on each. */
function hasText({ text, children }: ReadElement): boolean {
  return text !== "" || children.some(hasText);
}
