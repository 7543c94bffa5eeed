import type { Context } from 'hono';
import { firstWays } from '../../domain/flow/policy.ts';
import { isId } from '../../platform/ids/ids.ts';
import type { LastWay } from './last-way.ts';
import { providerIdOf, wayTo } from './upstream.ts';
import { pageCookie } from '../cookies/page-cookie.ts';

/** Seconds that the way is offered first. */
const lifetime = 90 * 86_400;

/** The way of the last sign-in in this browser, which is offered first. It names no account. */
export function wayCookie(context: Context, publicUrl: string) {
  const cookie = pageCookie(context, publicUrl, { name: 'mandate_way', path: '/', lifetime });
  return {
    value: readWay(cookie.value),
    keep: (way: LastWay) => cookie.keep(typeof way === 'object' ? wayTo({ id: way.identityProviderId }) : way),
  };
}

function readWay(text = ''): LastWay | undefined {
  const identityProviderId = providerIdOf(text);
  if (identityProviderId === undefined) return firstWays.find((way) => way === text);
  return isId('identityProvider', identityProviderId) ? { identityProviderId } : undefined;
}
