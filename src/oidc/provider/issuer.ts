import type { IncomingMessage, ServerResponse } from 'node:http';
import { withAccountApi } from './account-api.ts';
import type { KeyRing } from '../key-ring.ts';
import { type BuildServices, buildProvider } from './build.ts';
import { admit } from './requests/request-admission.ts';
import { createInteractions, type Interactions } from './interactions.ts';
import type { Provider } from './library.ts';
import { createFindPageSession, type FindPageSession } from './page-sessions.ts';
import { createRedeemTrial, type RedeemTrial } from './trials/redeem-trial.ts';

interface IssuerServices extends BuildServices {
  keyRing: Pick<KeyRing, 'generation' | 'privateJwks'>;
}

/** The OpenID provider, with the interactions of the sign-in pages. */
interface Issuer {
  /** Answers requests to /oidc/… and /.well-known/oauth-authorization-server/oidc. */
  listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  interactions: Interactions;
  /** For the account pages. */
  findPageSession: FindPageSession;
  /** For trial sign-ins to applications. */
  redeemTrial: RedeemTrial;
}

export function createIssuer(parts: IssuerServices): Issuer {
  const services = { ...parts, accessPolicy: withAccountApi(parts.accessPolicy, parts.config.accountResource) };
  const current = followKeys(services);
  return {
    interactions: createInteractions(() => current().provider, services),
    findPageSession: createFindPageSession(() => current().provider, services),
    redeemTrial: createRedeemTrial(() => current().handle, services.config),
    async listener(request, response) {
      if (await admit(request, response, services)) await current().handle(request, response);
    },
  };
}

interface Built {
  provider: Provider;
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** The library's instance for the current keys. Requests in progress keep the instance that they began with. */
function followKeys(services: IssuerServices): () => Built {
  let generation = '';
  let built: Built | undefined;
  return () => {
    const present = services.keyRing.generation();
    if (!built || present !== generation) {
      const provider = buildProvider(services, services.keyRing.privateJwks());
      built = { provider, handle: provider.callback() };
      generation = present;
    }
    return built;
  };
}
