import { errors as joseErrors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { AppError } from "#platform/server/http/app-error.ts";
import { API_AUDIENCE, CLIENT_ID } from "./access-tokens.ts";

/** Clocks of two processes may differ by this much. */
export const TOLERANCE_SECONDS = 2;

const claims = z.object({
  sub: z.uuid(),
  sid: z.string().min(8).max(128),
  typ: z.literal("Bearer"),
  azp: z.literal(CLIENT_ID),
  iat: z.number(),
  exp: z.number(),
});
export type Claims = z.infer<typeof claims>;

/** Why a token that is well in itself does not count. */
export class TokenFault extends Error {
  override readonly name = "TokenFault";
}

export function tokenRefused(cause?: unknown): AppError {
  return new AppError("UNAUTHENTICATED", { cause });
}

/** Returns what a token says; throws UNAUTHENTICATED for all that is not an access token of ours. */
export async function verifiedClaims(
  token: string,
  key: JWTVerifyGetKey,
  { issuer, algorithms }: { issuer: string; algorithms: string[] },
): Promise<Claims> {
  const parsed = claims.safeParse(await payloadOf(token, key, issuer, algorithms));
  if (!parsed.success) throw tokenRefused(parsed.error);
  return parsed.data;
}

async function payloadOf(
  token: string,
  key: JWTVerifyGetKey,
  issuer: string,
  algorithms: string[],
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer,
      algorithms,
      audience: API_AUDIENCE,
      requiredClaims: ["exp", "iat", "sub"],
      clockTolerance: TOLERANCE_SECONDS,
    });
    return payload;
  } catch (error) {
    throw isTokensFault(error) ? tokenRefused(error) : error;
  }
}

/** Whether jose refused the token, and not the way to its keys failed. */
export function isTokensFault(error: unknown): boolean {
  return (
    error instanceof joseErrors.JOSEError ||
    error instanceof TypeError ||
    error instanceof SyntaxError
  );
}

/** Whether a token of the realm was refused only because its time is over. */
export function isExpired(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof joseErrors.JWTExpired;
}
