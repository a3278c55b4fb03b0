import { ActionIcon, Menu, NumberInput, UnstyledButton } from "@mantine/core";
import { ChevronDown, PanelLeft, Printer, Search, ZoomIn, ZoomOut } from "lucide-react";
import { useState, type ReactNode } from "react";
import { formatNumber } from "#platform/web/format/format.ts";
import classes from "./pdf.module.css";
import type { Zoom } from "./zoom.ts";

interface PdfToolsProps {
  pages: number;
  current: number;
  onGoTo: (page: number) => void;
  zoom: Zoom;
  factor: number;
  onZoom: (zoom: Zoom) => void;
  onStep: (direction: 1 | -1) => void;
  thumbnails: boolean;
  onThumbnails: () => void;
  onSearch: () => void;
  onPrint: () => void;
}

/** The tools of an open PDF. */
export function PdfTools(props: PdfToolsProps) {
  const tool = (label: string, icon: ReactNode, onClick: () => void, pressed?: boolean) => (
    <ActionIcon
      variant={pressed ? "light" : "subtle"}
      color={pressed ? "accent" : "gray"}
      {...(pressed ? {} : { c: "inherit" })}
      size="lg"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <div className={classes.tools} role="toolbar" aria-label="Dokument">
      {tool(
        "Seitenübersicht",
        <PanelLeft size={18} aria-hidden />,
        props.onThumbnails,
        props.thumbnails,
      )}
      <PageNumber pages={props.pages} current={props.current} onGoTo={props.onGoTo} />
      {tool("Verkleinern", <ZoomOut size={18} aria-hidden />, () => props.onStep(-1))}
      <Menu>
        <Menu.Target>
          <UnstyledButton
            className={classes.pageNumber}
            aria-label={`Vergrößerung ${Math.round(props.factor * 100)} %`}
          >
            {Math.round(props.factor * 100)} %
            <ChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => props.onZoom("width")}>Seitenbreite</Menu.Item>
          <Menu.Item onClick={() => props.onZoom("page")}>Ganze Seite</Menu.Item>
          {[0.5, 0.75, 1, 1.5, 2, 3].map((factor) => (
            <Menu.Item key={factor} onClick={() => props.onZoom(factor)}>
              {factor * 100} %
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {tool("Vergrößern", <ZoomIn size={18} aria-hidden />, () => props.onStep(1))}
      {tool("Suchen", <Search size={18} aria-hidden />, props.onSearch)}
      {tool("Drucken", <Printer size={18} aria-hidden />, props.onPrint)}
    </div>
  );
}

function PageNumber({
  pages,
  current,
  onGoTo,
}: {
  pages: number;
  current: number;
  onGoTo: (page: number) => void;
}) {
  const [typed, setTyped] = useState<number | string>();
  const go = () => {
    if (typeof typed === "number") onGoTo(typed);
    setTyped(undefined);
  };
  return (
    <span className={classes.pageNumber}>
      <NumberInput
        aria-label="Seite"
        size="xs"
        w="3.6rem"
        min={1}
        max={pages}
        allowDecimal={false}
        value={typed ?? current}
        onChange={setTyped}
        onBlur={go}
        onKeyDown={(event) => event.key === "Enter" && go()}
      />
      / {formatNumber(pages)}
    </span>
  );
}
