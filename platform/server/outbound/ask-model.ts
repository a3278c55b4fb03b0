import { z } from "zod";
import type { Environment } from "../environment.ts";
import { callOutside } from "./call-outside.ts";

type Service = NonNullable<Environment["ai"]>;
type Content =
  | string
  | readonly ({ type: "text"; text: string } | { type: "image_url"; image_url: { url: string } })[];

interface Question<Answer extends z.ZodType> {
  /** What is to be done; the only words that are meant as such. */
  instructions: string;
  /** What it is to be done with: data of strangers. */
  content: Content;
  /** Name and shape of the answer; anything else is none. */
  name: string;
  answer: Answer;
  timeoutMs: number;
  signal: AbortSignal;
}

const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/**
 * Asks the AI service that the operator configured. Throws when it does not answer in time, or not
 * by the shape.
 */
export async function askModel<Answer extends z.ZodType>(
  service: Service,
  { instructions, content, name, answer, timeoutMs, signal }: Question<Answer>,
): Promise<z.output<Answer>> {
  const request = {
    model: service.model,
    temperature: 0,
    messages: [
      { role: "system", content: instructions },
      { role: "user", content },
    ],
    response_format: {
      type: "json_schema",
      json_schema: { name, strict: true, schema: z.toJSONSchema(answer) },
    },
  };
  const response = await callOutside({
    url: service.url.endsWith("/chat/completions")
      ? service.url
      : `${service.url}/chat/completions`,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...(service.key === undefined ? {} : { authorization: `Bearer ${service.key}` }),
    },
    body: JSON.stringify(request),
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs,
    signal,
    // The operator chose this address, and may run the service beside this one.
    trustedOrigin: new URL(service.url).origin,
  });
  if (response.status !== 200) throw new Error(`the AI service answered ${response.status}`);
  const { choices } = completion.parse(JSON.parse(response.body.toString("utf8")));
  return answer.parse(JSON.parse(choices[0]?.message.content ?? ""));
}
