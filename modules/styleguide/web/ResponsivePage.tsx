import { useViewportSize } from "@mantine/hooks";
import { formatNumber } from "#platform/web/format/format.ts";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import classes from "./styleguide.module.css";

const STEPS = [
  {
    from: 0,
    to: 639,
    text: "Telefon: Menü über der Seite, Leiste unten, Listen als zweizeilige Karten.",
  },
  { from: 640, to: 1023, text: "Tablet: Menü über der Seite, Listen als Tabelle." },
  {
    from: 1024,
    to: 1279,
    text: "Kleiner Bildschirm: Menü zuerst verborgen, mit dem Knopf zu öffnen und zu schließen.",
  },
  {
    from: 1280,
    to: Infinity,
    text: "Großer Bildschirm: Menü immer sichtbar, Inhalt höchstens 1.440 Pixel breit.",
  },
];

/** Style guide: what changes at which width, and which step is on screen. */
export default function ResponsivePage() {
  const { width, height } = useViewportSize();
  return (
    <>
      <PageHeader
        title="Bildschirmgrößen"
        sentence={`Ihr Fenster ist ${formatNumber(width)} × ${formatNumber(height)} Pixel groß.`}
      />
      <div className={classes.ruler}>
        {STEPS.map(({ from, to, text }) => {
          const isHere = width >= from && width <= to;
          return (
            <div
              key={from}
              className={classes.step}
              data-active={isHere || undefined}
              aria-current={isHere || undefined}
            >
              <strong>
                {to === Infinity
                  ? `ab ${formatNumber(from)} Pixel`
                  : `${formatNumber(from)} bis ${formatNumber(to)} Pixel`}
              </strong>
              <div>{text}</div>
            </div>
          );
        })}
      </div>
    </>
  );
}
