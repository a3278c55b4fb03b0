/**
 * Puts the product's content security policy on this page, once. What only a header can say is left
 * out.
 */
export function enforcePolicy(policy: string): void {
  if (document.querySelector('meta[http-equiv="Content-Security-Policy"]') !== null) return;
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = policy
    .split("; ")
    .filter((directive) => !directive.startsWith("frame-ancestors"))
    .join("; ");
  document.head.append(meta);
}
