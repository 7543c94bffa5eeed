import type { Context } from 'hono';
import { pageCookie } from '../cookies/page-cookie.ts';

/** Seconds for which a browser keeps a link that was opened, and knows its last sign-in. */
const lifetime = 3600;

/** The link that was opened in this browser, for its next sign-in. */
export const linkCookie = (context: Context, publicUrl: string) =>
  pageCookie(context, publicUrl, { name: 'mandate_link', path: '/', lifetime });

/** Flows in progress that a browser knows, at most. */
const maxFlows = 5;

/** The flows that are in progress in this browser, the last one first: a link continues one of them. */
export function flowCookie(context: Context, publicUrl: string) {
  const { value = '', keep } = pageCookie(context, publicUrl, { name: 'mandate_flow', path: '/', lifetime });
  const uids = value.split('.').filter(Boolean).slice(0, maxFlows);
  return {
    uids,
    keep: (uid: string) => keep([uid, ...uids.filter((other) => other !== uid)].slice(0, maxFlows).join('.')),
  };
}
