import { RichTextEditor } from "@mantine/tiptap";
import "@mantine/tiptap/styles.layer.css";
import { useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useEffect, useRef } from "react";
import classes from "./compose.module.css";

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    // It would add an empty line to a text that was only opened.
    trailingNode: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: "https",
      protocols: ["mailto", "tel"],
      HTMLAttributes: { target: null, rel: null },
    },
  }),
];

const LABELS = {
  boldControlLabel: "Fett",
  italicControlLabel: "Kursiv",
  underlineControlLabel: "Unterstrichen",
  h2ControlLabel: "Überschrift",
  h3ControlLabel: "Kleine Überschrift",
  bulletListControlLabel: "Aufzählung",
  orderedListControlLabel: "Nummerierte Liste",
  blockquoteControlLabel: "Zitat",
  linkControlLabel: "Link einfügen",
  unlinkControlLabel: "Link entfernen",
  clearFormattingControlLabel: "Formatierung entfernen",
  undoControlLabel: "Rückgängig",
  redoControlLabel: "Wiederholen",
  linkEditorInputLabel: "Adresse des Links",
  linkEditorInputPlaceholder: "https://",
  linkEditorExternalLink: "Link in neuem Fenster öffnen",
  linkEditorInternalLink: "Link im selben Fenster öffnen",
  linkEditorSave: "Übernehmen",
};

export interface MessageEditorProps {
  id: string;
  labelId: string;
  /** HTML at the beginning; changes from outside come with a new `key`. */
  initialContent: string;
  /** HTML as it stands now; empty when nothing is written. */
  onChange: (html: string) => void;
  /** Files pasted or dropped into the text become attachments. */
  onFiles: (files: readonly File[]) => void;
  /** Writing begins here. */
  startHere: boolean;
}

/** The text of a message. Heavy: loads with the form that uses it. */
export default function MessageEditor({
  id,
  labelId,
  initialContent,
  onChange,
  onFiles,
  startHere,
}: MessageEditorProps) {
  const told = useRef({ onChange, onFiles });
  useEffect(() => {
    told.current = { onChange, onFiles };
  });
  const takeFiles = (list: FileList | undefined): boolean => {
    if (!list || list.length === 0) return false;
    told.current.onFiles([...list]);
    return true;
  };
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: initialContent,
    autofocus: startHere ? "start" : false,
    onUpdate: ({ editor: changed }) =>
      told.current.onChange(changed.isEmpty ? "" : changed.getHTML()),
    editorProps: {
      attributes: { id, role: "textbox", "aria-multiline": "true", "aria-labelledby": labelId },
      // Text copied from a word processor brings a picture of itself along: the text is what is
      // meant.
      handlePaste: (_view, event) =>
        event.clipboardData?.types.includes("text/html") !== true &&
        takeFiles(event.clipboardData?.files),
      handleDrop: (_view, event) => takeFiles(event.dataTransfer?.files),
    },
  });
  return (
    <RichTextEditor
      editor={editor}
      labels={LABELS}
      className={classes.editor}
      withCodeHighlightStyles={false}
    >
      <RichTextEditor.Toolbar
        sticky
        stickyOffset="var(--topbar-height)"
        className={classes.toolbar}
        role="toolbar"
        aria-label="Formatierung"
      >
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.ClearFormatting />
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content className={classes.content} />
    </RichTextEditor>
  );
}
