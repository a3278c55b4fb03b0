/** The kit of component tests; docs/testing.md says how to use it. */
export { expectAccessible, expectNoSidewaysScroll } from "./testing/accessible.ts";
export { FakeApi } from "./testing/fake-api.ts";
export { chooseFiles, dragFiles, dropFiles } from "./testing/files.ts";
export { expectProblem } from "./testing/problems.ts";
export { READER, renderComponent, renderPage } from "./testing/render.tsx";
