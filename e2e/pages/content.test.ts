import { checkPages } from "./check-pages.ts";
import { PAGES_OF_CONTENT } from "./page-list.ts";

checkPages(PAGES_OF_CONTENT);
