import type { Context } from 'hono';
import { flowLifetimes } from '../../domain/flow/lifetimes.ts';
import { pageCookie } from '../cookies/page-cookie.ts';

/** Address of the pages on which a password is reset without an application. */
export const resetAddress = '/reset-password';

/** No authorization request has such an id: the flows of the two are never the same. */
const prefix = `${resetAddress}:`;

/** Whether a flow is bound to a cookie of the pages for a reset. */
export const isBoundToReset = (uid: string): boolean => uid.startsWith(prefix);

/**
 * The secret to which a flow without an application is bound. Another host must not set it: who planted a secret would
 * share the flow, and could set the password after the person's code.
 */
export function resetCookie(context: Context, publicUrl: string) {
  const lifetime = flowLifetimes.total / 1000;
  const { value, keep, remove } = pageCookie(context, publicUrl, { name: 'mandate_reset', path: '/', lifetime });
  return {
    uid: value ? `${prefix}${value}` : undefined,
    /** Returns what a new flow is bound to. */
    renew(next: string): string {
      keep(next);
      return `${prefix}${next}`;
    },
    remove,
  };
}
