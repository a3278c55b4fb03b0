import {
  ActionIcon,
  Button,
  CopyButton,
  Group,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from "@mantine/core";
import { CalendarPlus, Check, Copy, Download } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import classes from "./feeds.module.css";

/**
 * A feed's address in every way a phone or a computer takes it: webcal link, https address to copy,
 * QR code.
 */
export function FeedAddress({ url }: { url: string }) {
  const webcal = url.replace(/^https?:/, "webcal:");
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Button component="a" href={webcal} leftSection={<CalendarPlus size={16} aria-hidden />}>
          In meinem Kalender öffnen
        </Button>
        <Button
          component="a"
          href={url}
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          Als Datei
        </Button>
      </Group>
      <TextInput
        label="Adresse"
        description="Für Google Kalender: Weitere Kalender hinzufügen, Per URL. Für Outlook: Kalender hinzufügen, Aus dem Internet abonnieren."
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        rightSection={
          <CopyButton value={url} timeout={2_000}>
            {({ copied, copy }) => (
              <Tooltip label={copied ? "Kopiert" : "Kopieren"}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={copied ? "Adresse kopiert" : "Adresse kopieren"}
                  onClick={copy}
                >
                  {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
                </ActionIcon>
              </Tooltip>
            )}
          </CopyButton>
        }
      />
      <Group gap="md" wrap="nowrap">
        <QrCode text={webcal} />
        <Text size="sm" c="dimmed">
          Mit der Kamera des Telefons aufnehmen, um den Kalender dort zu abonnieren.
        </Text>
      </Group>
    </Stack>
  );
}

/** Black on white in either scheme: cameras read nothing else reliably. */
function QrCode({ text }: { text: string }) {
  const code = useQuery({
    queryKey: ["qr-code", text],
    queryFn: async () => {
      const { default: qrcode } = await import("qrcode");
      return pathOf(qrcode.create(text, { errorCorrectionLevel: "M" }).modules);
    },
    staleTime: Infinity,
  });
  if (!code.data) return <div className={classes.code} />;
  const { size, path } = code.data;
  return (
    <svg
      className={classes.code}
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      role="img"
      aria-label="QR-Code der Adresse"
      shapeRendering="crispEdges"
    >
      <rect x="-2" y="-2" width={size + 4} height={size + 4} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function pathOf({ size, data }: { size: number; data: Uint8Array }): {
  size: number;
  path: string;
} {
  let path = "";
  for (const [index, dark] of data.entries())
    if (dark) path += `M${index % size} ${Math.floor(index / size)}h1v1h-1z`;
  return { size, path };
}
