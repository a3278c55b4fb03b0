import { createElement, memo, useMemo, type ReactNode } from "react";
import classes from "./view.module.css";
import { readMessage, type MessageNode, type MessageTag } from "./message-nodes.ts";

/**
 * Headings of the content stand below the message's own: an h1 where the message is the page, else
 * an h2.
 */
type Headings = Partial<Record<MessageTag, string>>;
const BELOW_H1: Headings = {};
const BELOW_H2: Headings = { h2: "h3", h3: "h4" };

/**
 * A message's content: drawn from a tree of allowed elements, so that no foreign HTML ever enters
 * the page.
 */
export const MessageBody = memo(function MessageBody({
  html,
  alone,
}: {
  html: string;
  alone: boolean;
}) {
  const nodes = useMemo(() => readMessage(html), [html]);
  return <div className={classes.body}>{draw(nodes, alone ? BELOW_H1 : BELOW_H2)}</div>;
});

function draw(nodes: readonly MessageNode[], headings: Headings): ReactNode {
  return nodes.map((node, index) => {
    if ("text" in node) return node.text;
    if (node.tag === "br" || node.tag === "hr") return createElement(node.tag, { key: index });
    if (node.tag === "a") {
      return (
        <a key={index} href={node.href} target="_blank" rel="noopener noreferrer nofollow">
          {draw(node.children, headings)}
        </a>
      );
    }
    return createElement(
      headings[node.tag] ?? node.tag,
      { key: index },
      draw(node.children, headings),
    );
  });
}
