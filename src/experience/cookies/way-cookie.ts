import type { Context } from 'hono';
import { pageCookie } from './page-cookie.ts';

/** Seconds that the way is offered first. */
const lifetime = 90 * 86_400;

/**
 * The way of the last sign-in in this browser, which is offered first. It names no account. One that is not offered has
 * no effect.
 */
export const wayCookie = (context: Context, publicUrl: string) =>
  pageCookie(context, publicUrl, { name: 'mandate_way', path: '/', lifetime });
