/** Why a presented access token is refused. The texts complete "the subject token …". */
export const tokenFaults = {
  MALFORMED: 'is malformed',
  WRONG_TYPE: 'is not an access token',
  OTHER_ISSUER: 'was issued by another issuer',
  OTHER_ALGORITHM: 'is not signed with an algorithm of this issuer',
  UNKNOWN_KEY: 'is signed with a key that this issuer does not publish',
  BAD_SIGNATURE: 'has a signature that is not valid',
  UNKNOWN: 'is unknown, has expired or was revoked',
  EXPIRED: 'has expired',
  NOT_YET_VALID: 'is not valid yet',
  WITHOUT_USER: 'was issued without a user',
  WITHOUT_GRANT: 'does not name the grant that it comes from',
  REVOKED: 'was revoked',
  SESSION_ENDED: 'ended with the session of its user',
  USER_DELETED: 'is of a user who no longer exists',
  USER_SUSPENDED: 'is of a user who is suspended',
  THIRD_PARTY: 'was obtained by a third-party application',
  FOR_ACCOUNT_API: 'is for the Account API, and is not exchanged',
  CLIENT_SUSPENDED: 'was obtained through an application that is suspended',
  CLIENT_DELETED: 'was obtained through an application that no longer exists',
} as const satisfies Record<string, string>;
export type TokenFault = keyof typeof tokenFaults;
