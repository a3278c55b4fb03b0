/**
 * What pages keep in their address, by path. A page with a state says here what it takes, beside
 * the state's schema, so that a link with a misspelt name does not compile, whichever module it
 * stands in:
 *
 *     declare module "#platform/web/page-search.ts" {
 *       interface PageSearch { "/groups/create": z.output<typeof state> }
 *     }
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- pages add themselves
export interface PageSearch {}
