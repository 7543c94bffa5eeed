import type { Context } from 'hono';
import { flowLifetimes } from '../../domain/flow/lifetimes.ts';
import { pageCookie } from '../cookies/page-cookie.ts';
import { type StandalonePage, boundTo } from '../pages/standalone-pages.ts';

/**
 * The secret to which a flow without an application is bound. Another host must not set it: who planted a secret would
 * share the flow, and could set the password after the person's code.
 */
export function standaloneCookie(context: Context, publicUrl: string, page: StandalonePage) {
  const lifetime = flowLifetimes.total / 1000;
  const { value, keep } = pageCookie(context, publicUrl, { name: page.cookie, path: '/', lifetime });
  return {
    uid: value ? boundTo(page, value) : undefined,
    /** Returns what a new flow is bound to. */
    renew(next: string): string {
      keep(next);
      return boundTo(page, next);
    },
  };
}
