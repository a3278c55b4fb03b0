/** What pages of other modules may use of the files' pages. */
export { FileIcon } from "./icons/FileIcon.tsx";
export { sendBytes } from "./upload/send-bytes.ts";
export { failureOf, NameTaken, type UploadFailureKind } from "./upload/upload-failure.ts";
