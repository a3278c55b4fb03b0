import type { TestApp, TestUser } from "#apps/server/testing.ts";
import { type Message, type MessageRequest, messagesContract as api } from "../contract.ts";

/** A file of a form. */
export interface FormFile {
  name: string;
  bytes: Buffer;
  type?: string;
}

const BOUNDARY = "----vereinsheim-test-boundary";

/** What a browser sends for a message: body and header of a multipart form. */
export function messageForm(
  request: Partial<MessageRequest> | string,
  files: readonly FormFile[] = [],
): { body: Buffer; headers: Record<string, string> } {
  const json = typeof request === "string" ? request : JSON.stringify(request);
  const parts = [part('name="request"; filename="blob"', "application/json", Buffer.from(json))];
  for (const { name, bytes, type = "application/octet-stream" } of files)
    parts.push(part(`name="attachments"; filename="${name}"`, type, bytes));
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

function part(disposition: string, contentType: string, bytes: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${contentType}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n")]);
}

/** Sends a message as somebody; what is absent has a plain value. */
export async function aMessage(
  app: TestApp,
  sender: TestUser,
  request: Partial<MessageRequest>,
  files?: readonly FormFile[],
): Promise<Message> {
  const whole = {
    subject: "Arbeitseinsatz",
    messageContent: "<p>Wir treffen uns am Vereinsheim.</p>",
    ...request,
  };
  const answer = await app.call(api.sendMessage, messageForm(whole, files), sender);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
