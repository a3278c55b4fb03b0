import { createElement, memo, useMemo, type ReactNode } from "react";
import classes from "./view.module.css";
import { readMessage, type MessageNode, type MessageTag } from "./message-nodes.ts";

/** The content stands below the message's own heading. */
const SHOWN_AS: Partial<Record<MessageTag, string>> = { h2: "h3", h3: "h4" };

/** A message's content: drawn from a tree of allowed elements, so that no foreign HTML ever enters the page. */
export const MessageBody = memo(function MessageBody({ html }: { html: string }) {
  const nodes = useMemo(() => readMessage(html), [html]);
  return <div className={classes.body}>{draw(nodes)}</div>;
});

function draw(nodes: readonly MessageNode[]): ReactNode {
  return nodes.map((node, index) => {
    if ("text" in node) return node.text;
    if (node.tag === "br" || node.tag === "hr") return createElement(node.tag, { key: index });
    if (node.tag === "a") {
      return (
        <a key={index} href={node.href} target="_blank" rel="noopener noreferrer nofollow">
          {draw(node.children)}
        </a>
      );
    }
    return createElement(SHOWN_AS[node.tag] ?? node.tag, { key: index }, draw(node.children));
  });
}
