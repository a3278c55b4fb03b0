import type { FastifyInstance } from "fastify";
import type { IdentityServer } from "./identity-server.ts";

export function accountRoutes(_server: FastifyInstance, _identity: IdentityServer): void {}
