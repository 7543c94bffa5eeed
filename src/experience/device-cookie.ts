import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Ids } from '../platform/ids/ids.ts';

/** Seconds that a browser is known after a sign-in. */
const lifetime = 90 * 86_400;
const secretPattern = /^[\w-]{43}$/;

/** The cookie of a browser: a new one if it has none. It is set when a person has signed in. */
export function deviceCookie(context: Context, ids: Pick<Ids, 'secret'>, publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Secure-mandate_device' : 'mandate_device';
  const sent = getCookie(context, name);
  const secret = sent && secretPattern.test(sent) ? sent : ids.secret();
  const options = { path: '/sign-in', httpOnly: true, sameSite: 'Lax', secure, maxAge: lifetime } as const;
  return { secret, keep: () => setCookie(context, name, secret, options) };
}
