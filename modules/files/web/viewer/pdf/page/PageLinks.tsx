import classes from "../pdf.module.css";
import type { PageLink } from "./page-links.ts";

interface PageLinksProps {
  links: readonly PageLink[];
  /** Pixels per point. */
  scale: number;
  onGoTo: (page: number) => void;
}

/** A page's links, laid over its picture. */
export function PageLinks({ links, scale, onGoTo }: PageLinksProps) {
  return links.map((link) => (
    <a
      key={`${link.left} ${link.top}`}
      className={classes.link}
      href={link.kind === "address" ? link.address : `#seite-${link.page}`}
      aria-label={link.kind === "address" ? link.address : `Zu Seite ${link.page}`}
      style={{
        left: link.left * scale,
        top: link.top * scale,
        width: link.width * scale,
        height: link.height * scale,
      }}
      {...(link.kind === "address" ? { target: "_blank", rel: "noopener noreferrer" } : {})}
      onClick={(event) => {
        if (link.kind !== "page") return;
        event.preventDefault();
        onGoTo(link.page);
      }}
    />
  ));
}
