import { Anchor, type AnchorProps } from "@mantine/core";
import { usePhoneText } from "./use-phone-text.ts";

export interface PhoneLinkProps extends Pick<AnchorProps, "className" | "inherit"> {
  number: string;
  country?: string | null;
}

/** A number to read and to call; dialled is what is stored, which is right from anywhere. */
export function PhoneLink({ number, country = null, ...rest }: PhoneLinkProps) {
  const text = usePhoneText(number, country);
  return (
    <Anchor href={`tel:${number.replaceAll(/[^\d+]/g, "")}`} {...rest}>
      {text}
    </Anchor>
  );
}
