import type { Context } from 'hono';
import { areEqual } from '../domain/equal-texts.ts';
import type { HttpEnv } from './routes.ts';

/** Whether a request may read the metrics, and why the platform is not ready. */
export type MetricsAccess = (context: Context<HttpEnv>) => boolean;

/** Requires the token as a bearer token (RFC 6750 §2.1), if there is one. */
export function createMetricsAccess(token: string | undefined): MetricsAccess {
  if (token === undefined) return () => true;
  return ({ req }) => {
    const [, bearer = ''] = /^bearer +(\S+) *$/i.exec(req.header('authorization') ?? '') ?? [];
    return areEqual(bearer, token);
  };
}
