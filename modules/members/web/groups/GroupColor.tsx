import { ColorSwatch } from "@mantine/core";
import type { Group } from "../../groups-contract.ts";

const TONES: Record<NonNullable<Group["color"]>, string> = {
  GREEN: "var(--calendar-green)",
  BLUE: "var(--calendar-blue)",
  YELLOW: "var(--calendar-yellow)",
  RED: "var(--calendar-red)",
  ORANGE: "light-dark(#c2560c, #f0924f)",
  VIOLET: "light-dark(#7446b8, #ab86e6)",
  TEAL: "light-dark(#0f7c82, #4dbcc2)",
  GRAY: "light-dark(#6b7280, #9aa2ad)",
};

/** The group's colour as a dot; decoration beside the name. */
export function GroupColor({ color, size = 12 }: { color: Group["color"]; size?: number }) {
  return (
    <ColorSwatch
      aria-hidden
      withShadow={false}
      size={size}
      color={color ? TONES[color] : "var(--line)"}
      style={{ flex: "none" }}
    />
  );
}
