import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from "@mantine/core";
import { accentOf, type SchemeAccent } from "#platform/contract/look/accent.ts";

/**
 * Dark greys from text to page; Mantine takes backgrounds, borders and texts of the dark scheme
 * from these.
 */
const DARK: MantineColorsTuple = [
  "#eceef0",
  "#c6cad0",
  "#a2a8b1",
  "#7d848e",
  "#3a4047",
  "#2f343a",
  "#272b30",
  "#1d2024",
  "#16181b",
  "#0f1113",
];

/** Red is for errors and destruction only; dark enough for white labels. */
const RED: MantineColorsTuple = [
  "#fdf0ef",
  "#fadbd8",
  "#f3b3ad",
  "#ec8a82",
  "#e1665c",
  "#d34a3f",
  "#c23a2f",
  "#b02a20",
  "#962118",
  "#7a1a12",
];

/** The theme of one club: everything is fixed but the accent. */
export function themeOf(accentColor: string | null | undefined): MantineThemeOverride {
  const steps = accentOf(accentColor).steps as unknown as MantineColorsTuple;
  return createTheme({
    fontFamily: '"Inter Variable", system-ui, sans-serif',
    headings: { fontFamily: '"Inter Variable", system-ui, sans-serif', fontWeight: "650" },
    colors: { accent: steps, dark: DARK, red: RED },
    primaryColor: "accent",
    primaryShade: { light: 7, dark: 7 },
    defaultRadius: "md",
    radius: { xs: "3px", sm: "5px", md: "7px", lg: "11px", xl: "18px" },
    cursorType: "pointer",
    respectReducedMotion: true,
    // Mantine's own breakpoints in em: 640 and 1024 and 1280 px are the ones the shell changes at.
    breakpoints: { xs: "30em", sm: "40em", md: "48em", lg: "64em", xl: "80em" },
    components: {
      InputWrapper: {
        defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
      },
      Badge: { styles: { root: { textTransform: "none", fontWeight: 600 } } },
      // Its placeholder for the first focus is a child that a menu must not have.
      Menu: {
        defaultProps: { shadow: "md", withinPortal: true, withInitialFocusPlaceholder: false },
      },
      Modal: { defaultProps: { centered: true, closeButtonProps: { "aria-label": "Schließen" } } },
      Drawer: {
        defaultProps: { position: "right", closeButtonProps: { "aria-label": "Schließen" } },
      },
      // Their heads are <header> elements, which axe takes for a second banner of the page.
      ModalHeader: { defaultProps: { role: "presentation" } },
      DrawerHeader: { defaultProps: { role: "presentation" } },
      Notification: { defaultProps: { closeButtonProps: { "aria-label": "Schließen" } } },
      Tooltip: {
        defaultProps: { openDelay: 400, events: { hover: true, focus: true, touch: false } },
      },
      Select: {
        defaultProps: {
          nothingFoundMessage: "Nichts gefunden",
          checkIconPosition: "right",
          selectFirstOptionOnChange: true,
          withScrollArea: false,
        },
      },
      // Their arrows are too small to press; the keyboard's have the same effect.
      NumberInput: { defaultProps: { hideControls: true } },
      // Any text is a value here: Enter takes a suggestion only when the reader went to it.
      Autocomplete: { defaultProps: { "data-free-text": true, withScrollArea: false } },
      MultiSelect: {
        defaultProps: { nothingFoundMessage: "Nichts gefunden", withScrollArea: false },
      },
      TagsInput: { defaultProps: { withScrollArea: false } },
    },
  });
}

/** Puts the club's accent where Mantine would use a fixed step of the palette, per scheme. */
export function accentVariables(accentColor: string | null | undefined): CSSVariablesResolver {
  const accent = accentOf(accentColor);
  return () => ({
    variables: {},
    light: schemeVariables(accent.light),
    dark: schemeVariables(accent.dark),
  });
}

/** Mantine's neutral colours, led back to the surfaces and texts of theme.css. */
const NEUTRAL = {
  "--mantine-color-body": "var(--surface-page)",
  "--mantine-color-text": "var(--text-normal)",
  "--mantine-color-bright": "var(--text-strong)",
  "--mantine-color-dimmed": "var(--text-quiet)",
  "--mantine-color-placeholder": "var(--text-quiet)",
  "--mantine-color-error": "var(--danger-text)",
  "--mantine-color-default": "var(--surface-card)",
  "--mantine-color-default-hover": "var(--surface-sunken)",
  "--mantine-color-default-color": "var(--text-strong)",
  "--mantine-color-default-border": "var(--line-strong)",
  "--mantine-color-red-text": "var(--danger-text)",
  "--mantine-color-red-light": "var(--danger-soft)",
  "--mantine-color-red-light-color": "var(--danger-text)",
};

function schemeVariables(accent: SchemeAccent): Record<string, string> {
  return {
    ...NEUTRAL,
    "--accent-filled": accent.filled,
    "--accent-text": accent.text,
    "--accent-soft": accent.soft,
    "--mantine-color-accent-filled": accent.filled,
    "--mantine-color-accent-filled-hover": accent.filledHover,
    "--mantine-color-accent-text": accent.text,
    "--mantine-color-accent-outline": accent.text,
    "--mantine-color-accent-outline-hover": accent.soft,
    "--mantine-color-accent-light": accent.soft,
    "--mantine-color-accent-light-hover": accent.softHover,
    "--mantine-color-accent-light-color": accent.text,
    "--mantine-color-anchor": accent.text,
  };
}
