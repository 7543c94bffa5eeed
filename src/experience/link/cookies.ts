import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

/** Seconds for which a browser keeps a link that was opened, and knows its last sign-in. */
const lifetime = 3600;

/** The link that was opened in this browser, for its next sign-in. */
export function linkCookie(context: Context, publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-mandate_link' : 'mandate_link';
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;
  return {
    text: getCookie(context, name),
    keep: (text: string) => setCookie(context, name, text, { ...options, maxAge: lifetime }),
    remove: () => deleteCookie(context, name, options),
  };
}

/** The flow that is in progress in this browser: a link continues it. */
export function flowCookie(context: Context, publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Secure-mandate_flow' : 'mandate_flow';
  const options = { path: '/link', httpOnly: true, sameSite: 'Lax', secure } as const;
  return {
    uid: getCookie(context, name),
    keep: (uid: string) => setCookie(context, name, uid, { ...options, maxAge: lifetime }),
  };
}
