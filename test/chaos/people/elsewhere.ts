import { setTimeout as sleep } from 'node:timers/promises';
import { addIdentityProvider } from '../../../tools/demo/identity-provider.ts';
import type { Management } from '../../../tools/demo/management.ts';
import type { Visitor } from '../../support/browsers/browser.ts';
import { misbehaviors, startUpstream } from '../../support/upstreams/upstream.ts';
import { visitUpstream } from '../../support/upstreams/person.ts';

/** An identity provider that can be away. Whoever goes there has the address that was typed. */
export interface Elsewhere extends AsyncDisposable {
  providerId: string;
  /** Signs in there, and comes back. False if it is away. */
  visit(visitor: Visitor, next: string): Promise<boolean>;
  /** It responds with 503 from now on, or works again. */
  fail(isFailing: boolean): void;
}

/** Starts it, and makes it an identity provider of a platform. */
export async function openElsewhere(management: Management): Promise<Elsewhere> {
  const upstream = await startUpstream();
  upstream.hinted = (email) => ({ sub: email, claims: { name: email, email, email_verified: true } });
  const providerId = await addIdentityProvider(management, {
    oidc: { issuer: upstream.issuer, clientId: upstream.settings.clientId },
    secrets: { clientSecret: upstream.clientSecret },
    addressTrust: 'CLAIM',
  });
  return {
    providerId,
    async visit(visitor, next) {
      const back = await visitUpstream(next).catch(() => undefined);
      if (back) await visitor.fetch(back.url);
      else await sleep(50);
      return back !== undefined;
    },
    fail(isFailing) {
      upstream.restore();
      const paths = isFailing ? ['/auth', '/token', '/jwks', '/me', '/.well-known/openid-configuration'] : [];
      for (const path of paths) upstream.intercept(path, (_, response) => misbehaviors.broken(response));
    },
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
}
