import type { Context } from 'hono';
import { pageCookie } from './page-cookie.ts';

/** Seconds for which a person can go on after the return from an identity provider. */
const lifetime = 3600;

/** The secret of a browser that has come back from an identity provider, for the page that goes on. */
export const returnCookie = (context: Context, publicUrl: string, path: string) =>
  pageCookie(context, publicUrl, { name: 'mandate_return', path, lifetime });
