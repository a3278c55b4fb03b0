/**
 * Says quietly that what was lost on its way is saved. A module of its own: toasts belong to the
 * pages that import them, and the first page needs none.
 */
export { showDone as showSaved } from "../ui/notices/toasts.tsx";
