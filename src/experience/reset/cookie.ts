import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Context } from 'hono';
import { flowLifetimes } from '../../domain/flow/lifetimes.ts';

/** Address of the pages on which a password is reset without an application. */
export const resetAddress = '/reset-password';

/** No authorization request has such an id: the flows of the two are never the same. */
const prefix = `${resetAddress}:`;

/** Whether a flow is bound to a cookie of the pages for a reset. */
export const isBoundToReset = (uid: string): boolean => uid.startsWith(prefix);

/**
 * The secret to which a flow without an application is bound. Over https no other host can set it ("__Host-", RFC
 * 6265bis): who planted a secret would share the flow, and could set the password after the person's code.
 */
export function resetCookie(context: Context, publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-mandate_reset' : 'mandate_reset';
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;
  const secret = getCookie(context, name);
  return {
    uid: secret ? `${prefix}${secret}` : undefined,
    /** Returns what a new flow is bound to. */
    renew(next: string): string {
      setCookie(context, name, next, { ...options, maxAge: flowLifetimes.total / 1000 });
      return `${prefix}${next}`;
    },
    remove: () => deleteCookie(context, name, options),
  };
}
