import type { PolicyState } from '../access/policy-state.ts';
import type { ClientRecord } from '../clients.ts';
import { type ExchangeRefusal, refuse } from './grant.ts';

const notAuthenticated = refuse('CLIENT_AUTHENTICATION_FAILED');

/** Whether the client still exists and is not suspended: the record that authenticated it may be older. */
export const checkAuthentication = ({ client }: Pick<PolicyState, 'client'>): ExchangeRefusal | undefined =>
  client && !client.isSuspended ? undefined : notAuthenticated;

/**
 * The same for a client that has authenticated. Its session epoch must not have changed since: after a suspension
 * and reactivation during the request, the token would be void from the start.
 */
export const checkClient = (authenticated: ClientRecord, state: PolicyState): ExchangeRefusal | undefined =>
  checkAuthentication(state) ??
  (state.client?.sessionEpoch === authenticated.sessionEpoch ? undefined : notAuthenticated);
