import type { Context } from 'hono';
import { type FirstWay, firstWays } from '../../domain/flow/policy.ts';
import { pageCookie } from './page-cookie.ts';

/** Seconds that the way is offered first. */
const lifetime = 90 * 86_400;

/** The way of the last sign-in in this browser, which is offered first. It names no account. */
export function wayCookie(context: Context, publicUrl: string) {
  const cookie = pageCookie(context, publicUrl, { name: 'mandate_way', path: '/', lifetime });
  return {
    value: firstWays.find((way) => way === cookie.value),
    keep: (way: FirstWay) => cookie.keep(way),
  };
}
