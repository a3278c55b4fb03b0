import { Text } from "@mantine/core";
import { contrast, parseHex } from "#platform/contract/contrast.ts";
import { accentOf, SURFACES, type SchemeAccent } from "#platform/contract/look/accent.ts";
import classes from "./settings.module.css";

const TEXTS = { light: "#3b4046", dark: "#d3d6db" };

/** How the club's colour will look in both schemes, and how well it can be read there. */
export function AccentPreview({ color }: { color: string }) {
  const accent = accentOf(color);
  const given = parseHex(color);
  const adjusted = given !== undefined && accent.light.filled.toLowerCase() !== color.toLowerCase();
  return (
    <div>
      <div
        className={classes.preview}
        role="img"
        aria-label="Vorschau der Vereinsfarbe im hellen und im dunklen Erscheinungsbild"
      >
        <Scheme name="Hell" accent={accent.light} surface={SURFACES.light[1]} text={TEXTS.light} />
        <Scheme name="Dunkel" accent={accent.dark} surface={SURFACES.dark[1]} text={TEXTS.dark} />
      </div>
      <Text size="sm" c="dimmed" mt={6}>
        Kontrast der Schrift auf Knöpfen: {ratio("#ffffff", accent.light.filled)} zu 1 (nötig sind
        4,5 zu 1).
        {adjusted && " Die gewählte Farbe wurde dafür etwas abgedunkelt."}
      </Text>
    </div>
  );
}

function Scheme({
  name,
  accent,
  surface,
  text,
}: {
  name: string;
  accent: SchemeAccent;
  surface: string;
  text: string;
}) {
  return (
    <div className={classes.scheme} style={{ background: surface }}>
      <span className={classes.schemeName} style={{ color: text }}>
        {name}
      </span>
      <span className={classes.button} style={{ background: accent.filled, color: "#ffffff" }}>
        Speichern
      </span>
      <span style={{ color: accent.text, textDecoration: "underline" }}>Verweis</span>
      <span className={classes.chip} style={{ background: accent.soft, color: accent.text }}>
        Auswahl
      </span>
    </div>
  );
}

function ratio(a: string, b: string): string {
  const [first, second] = [parseHex(a), parseHex(b)];
  return first && second
    ? contrast(first, second).toLocaleString("de-DE", { maximumFractionDigits: 1 })
    : "";
}
