import { Menu, Popover, ScrollArea } from "@mantine/core";
import { pageQuery } from "#platform/contract/paging.ts";

/**
 * Parts that most pages after the first one use. `fetch-common-parts.ts` brings them while the
 * reader looks at the first page, so that the next one only loads what is its own.
 */
export default [Menu, Popover, ScrollArea, pageQuery];
