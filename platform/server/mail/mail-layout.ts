import { contrast, parseHex, type Rgb, toHex } from "#platform/contract/contrast.ts";
import { escapeHtml } from "#platform/contract/escape-html.ts";

/** What a mail shows of its club. */
export interface MailBranding {
  clubName: string;
  /** `#rrggbb` */
  accentColor: string;
  /** Absolute address of the logo, or null. */
  logoUrl: string | null;
}

export interface MailContent {
  title: string;
  /** Plain texts; escaped here. */
  paragraphs: string[];
  /**
   * What a person wrote, below the paragraphs: HTML that was cleaned before, and the same as text.
   */
  body?: { html: string; text: string };
  button?: { label: string; url: string };
  /** Several addresses, each after its label, below the button. */
  links?: { label: string; url: string }[];
  /** Why one gets this mail. */
  footer?: string;
  /** Below it, small: to unsubscribe. */
  footerLink?: { label: string; url: string };
}

/**
 * The same mail as plain text and as HTML in the club's look. Tables and inline styles, because
 * mail programs know nothing else.
 */
export function renderMail(
  { clubName, accentColor, logoUrl }: MailBranding,
  content: MailContent,
): { text: string; html: string } {
  const { title, paragraphs, body, button, links = [], footer, footerLink } = content;
  const closing = footer ?? sentence(`Diese Nachricht kommt von ${clubName}`);
  const text = [
    title,
    ...paragraphs,
    ...(body ? [body.text] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    `-- \n${closing}${footerLink ? `\n${footerLink.label}:\n${footerLink.url}` : ""}`,
  ].join("\n\n");
  const logo =
    logoUrl === null
      ? ""
      : `<img src="${escapeHtml(logoUrl)}" alt="" height="40" style="display:block;margin-bottom:12px">`;
  const action = button === undefined ? "" : buttonHtml(button, accentColor);
  const list = links
    .map(
      ({ label, url }) =>
        `<tr><td style="padding:10px 0;border-top:1px solid #e4e4e0"><a href="${escapeHtml(url)}" style="color:#222222">${escapeHtml(label)}</a></td></tr>`,
    )
    .join("");
  const more =
    list === ""
      ? ""
      : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${list}</table>`;
  const html = `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head><body style="margin:0;background:#f4f4f2;font-family:Arial,Helvetica,sans-serif;color:#222222"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" style="max-width:560px;background:#ffffff;border-radius:12px" cellpadding="0" cellspacing="0"><tr><td style="padding:28px">${logo}<p style="margin:0 0 4px;font-size:14px;color:#666666">${escapeHtml(clubName)}</p><h1 style="margin:0 0 16px;font-size:21px">${escapeHtml(title)}</h1>${paragraphs.map((paragraph) => `<p style="line-height:1.5">${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`).join("")}${body ? `<div style="line-height:1.5">${body.html}</div>` : ""}${action}${more}</td></tr></table><p style="font-size:12px;color:#666666">${escapeHtml(closing)}${footerLink ? `<br><a href="${escapeHtml(footerLink.url)}" style="color:#666666">${escapeHtml(footerLink.label)}</a>` : ""}</p></td></tr></table></body></html>`;
  return { text, html };
}

/** Returns the words with a full stop, which "e. V." at their end has already. */
function sentence(words: string): string {
  return words.endsWith(".") ? words : `${words}.`;
}

const WHITE: Rgb = { r: 255, g: 255, b: 255 };
const BLACK: Rgb = { r: 0, g: 0, b: 0 };
/** The product's own colour, for what is none. */
const DEFAULT: Rgb = { r: 31, g: 111, b: 120 };

/** Returns a link that looks like a button, and its address for those who can't press it. */
function buttonHtml({ label, url }: { label: string; url: string }, accentColor: string): string {
  const background = parseHex(accentColor) ?? DEFAULT;
  // The club's colour stays as it is; what is not dark enough for white has black on it. One of
  // both has WCAG's 4.5:1 on any colour.
  const color = contrast(WHITE, background) >= 4.5 ? WHITE : BLACK;
  const style = `background:${toHex(background)};color:${toHex(color)};padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block;font-weight:600`;
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p><p style="font-size:13px;color:#666666">Falls der Knopf nicht geht, öffnen Sie diese Adresse:<br>${escapeHtml(url)}</p>`;
}
