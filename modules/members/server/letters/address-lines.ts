interface Address {
  street: string | null;
  addressAddition: string | null;
  postalCode: string | null;
  city: string | null;
  country: string | null;
}

/**
 * Returns the lines of an address below the name, as they stand on an envelope; none where nothing
 * is known of it. Countries abroad are written out, as the post wants it.
 */
export function addressLines(address: Address): string[] {
  const { addressAddition, street, postalCode, city, country } = address;
  const place = [postalCode, city].filter((part) => part !== null && part !== "").join(" ");
  const lines = [addressAddition ?? "", street ?? "", place].filter((line) => line !== "");
  if (lines.length === 0 || country === null || country === "DE") return lines;
  return [
    ...lines,
    (new Intl.DisplayNames("de", { type: "region" }).of(country) ?? "").toUpperCase(),
  ];
}
