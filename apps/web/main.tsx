import { startApplication } from "#platform/web/start.tsx";
import { modules } from "./modules.ts";
import { shellSources } from "./shell-sources.ts";

const element = document.getElementById("root");
if (!element) throw new Error("index.html has no #root");
startApplication(element, modules, shellSources);
