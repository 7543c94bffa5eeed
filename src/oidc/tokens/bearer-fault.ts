import { tokenFaults } from '../../vocabulary/exchanges/token-faults.ts';

/** Why an API of ours refuses an access token. The texts complete "The access token …". */
export const bearerFaults = {
  ...tokenFaults,
  ACCOUNT_API_NOT_ALLOWED: 'was obtained by an application that may not use the Account API',
  EXCHANGED: 'was obtained by an exchange',
  IMPERSONATED: 'was obtained by an impersonation',
  NO_MEMBER: 'is confined to an organization that its user has left',
  WITHOUT_SESSION: 'outlives the session of its user',
  MANAGEMENT_API_NOT_ALLOWED: 'was exchanged by an application that may not exchange tokens for the Management API',
  OWNER_INACTIVE: 'was exchanged by an application whose owner is suspended or was deleted',
} as const;
export type BearerFault = keyof typeof bearerFaults;
