import type { Context } from 'hono';
import { pageCookie } from '../cookies/page-cookie.ts';

/** Seconds for which a browser keeps a link that was opened, and knows its last sign-in. */
const lifetime = 3600;

/** The link that was opened in this browser, for its next sign-in. */
export const linkCookie = (context: Context, publicUrl: string) =>
  pageCookie(context, publicUrl, { name: 'mandate_link', path: '/', lifetime });

/** The flow that is in progress in this browser: a link continues it. */
export const flowCookie = (context: Context, publicUrl: string) =>
  pageCookie(context, publicUrl, { name: 'mandate_flow', path: '/link', lifetime });
