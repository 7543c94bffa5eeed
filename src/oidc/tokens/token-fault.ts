/** Why a presented token is refused. The texts complete "the subject token …". */
export const tokenFaults = {
  malformed: 'is malformed',
  wrongType: 'is not an access token',
  otherIssuer: 'was issued by another issuer',
  otherAlgorithm: 'is not signed with an algorithm of this issuer',
  unknownKey: 'is signed with a key that this issuer does not publish',
  badSignature: 'has a signature that is not valid',
  unknown: 'is unknown, has expired or was revoked',
  expired: 'has expired',
  notYetValid: 'is not valid yet',
  withoutUser: 'was issued without a user',
  withoutGrant: 'does not name the grant that it comes from',
  revoked: 'was revoked',
  sessionEnded: 'ended with the session of its user',
  userDeleted: 'is of a user who no longer exists',
  userSuspended: 'is of a user who is suspended',
  thirdParty: 'was obtained by a third-party application',
  accountApi: 'is for the Account API, and is not exchanged',
  accountApiNotAllowed: 'was obtained by an application that may not use the Account API',
  exchanged: 'was obtained by an exchange',
  withoutSession: 'outlives the session of its user',
  clientSuspended: 'was obtained through an application that is suspended',
  managementApiNotAllowed: 'was exchanged by an application that may not exchange tokens for the Management API',
  clientDeleted: 'was obtained through an application that no longer exists',
} as const satisfies Record<string, string>;

export type TokenFault = keyof typeof tokenFaults;

/** A sentence for error_description. It never repeats the token. */
export function describeFault(role: 'subject' | 'actor', fault: TokenFault): string {
  return `the ${role} token ${tokenFaults[fault]}`;
}
