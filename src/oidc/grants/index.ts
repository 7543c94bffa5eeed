import { clientCredentials } from './client-credentials.ts';
import type { Grant } from './grant.ts';
import { tokenExchange } from './token-exchange.ts';

/** The grants that we implement. `oidc-provider` adds authorization_code and refresh_token. */
export const grants: readonly Grant[] = [tokenExchange, clientCredentials];
