/** How the driver writes values; it shows that to nobody by its front door. */
declare module "pg/lib/utils.js" {
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}
