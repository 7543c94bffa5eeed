import { hash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { HttpEnv } from './routes.ts';

/** Whether a request may read the metrics, and why the platform is not ready. */
export type MetricsAccess = (context: Context<HttpEnv>) => boolean;

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Requires the token as a bearer token (RFC 6750 §2.1), if there is one. */
export function createMetricsAccess(token: string | undefined): MetricsAccess {
  if (token === undefined) return () => true;
  const expected = digest(token);
  return ({ req }) => {
    const [, given = ''] = /^bearer +(\S+) *$/i.exec(req.header('authorization') ?? '') ?? [];
    return timingSafeEqual(digest(given), expected);
  };
}
