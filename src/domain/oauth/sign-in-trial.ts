import { z } from 'zod';
import { signInTrialStates } from '../../vocabulary/identity-providers/identity-providers.ts';
import { describeByKind, idOf } from '../../vocabulary/ids.ts';
import { json, time } from '../../vocabulary/shape-parts.ts';
import { minute } from '../durations.ts';
import { badUserInput, conflict } from '../failure.ts';
import type { ApplicationType } from '../../vocabulary/resources.ts';
import { hasExpired, isSuspended, type Lifetime } from './application.ts';

/** Milliseconds for which a trial can be carried out and its result be read. */
export const signInTrialLifetime = 10 * minute;

/** The scopes about the user that a trial requests. */
export const signInTrialScopes = ['openid', 'profile', 'email'] as const;

/** The page on which a trial starts, and the one to which the issuer returns, below PUBLIC_URL. */
export const signInTrialPath = (trialId: string): string => `/sign-in/application-trials/${trialId}`;
export const signInTrialReturnPath = (trialId: string): string => `${signInTrialPath(trialId)}/return`;

/** The trial to whose address a request returns; undefined if that is an address of its application. */
export function trialOfAddress(redirectUri: unknown, publicUrl: string): string | undefined {
  const id = typeof redirectUri === 'string' ? redirectUri.split('/').at(-2) : undefined;
  return id !== undefined && redirectUri === publicUrl + signInTrialReturnPath(id) ? id : undefined;
}

export const signInTrialSchema = z.strictObject({
  id: idOf('signInTrial').describe('Unique identifier.'),
  applicationId: describeByKind(idOf('application')),
  resource: z
    .string()
    .nullable()
    .describe('Resource indicator of the API for which a token is requested; null for none.'),
  state: z.enum(signInTrialStates).describe('How far the trial is.'),
  scopes: z.array(z.string()).describe('The granted scopes; empty before the response, or if there is an error.'),
  idToken: json.nullable().describe('The claims of the ID token; null before the response, or if there is an error.'),
  accessToken: json
    .nullable()
    .describe('The claims of the access token for the API; null without an API, and as for `idToken`.'),
  userinfo: json
    .nullable()
    .describe('The response of the userinfo endpoint; null if a token for an API is requested, and as for `idToken`.'),
  hasRefreshToken: z.boolean().describe('Whether the application would have received a refresh token.'),
  error: z.string().nullable().describe('The error of the issuer (RFC 6749 §4.1.2.1, §5.2); null if there is none.'),
  errorDescription: z.string().nullable().describe('What the issuer says about the error.'),
  createdAt: time.describe('Time at which the trial was started.'),
  expiresAt: time.describe('Time at which the trial and its result are deleted.'),
});
export type SignInTrial = z.output<typeof signInTrialSchema>;

/** The part of a response that is kept. */
export type SignInTrialResult = Pick<
  SignInTrial,
  'scopes' | 'idToken' | 'accessToken' | 'userinfo' | 'hasRefreshToken' | 'error' | 'errorDescription'
>;

export const noSignInTrialResult: SignInTrialResult = {
  scopes: [],
  idToken: null,
  accessToken: null,
  userinfo: null,
  hasRefreshToken: false,
  error: null,
  errorDescription: null,
};

export const failedSignInTrial = (error: string, errorDescription: string | null): SignInTrialResult => ({
  ...noSignInTrialResult,
  error,
  errorDescription,
});

interface Tried extends Lifetime {
  type: ApplicationType;
  grantTypes: readonly string[];
}

/** Refuses a trial of an application to which no one could sign in. */
export function requireSignsPeopleIn({ type, grantTypes, ...lifetime }: Tried, now: Date): void {
  const path = 'applicationId';
  if (type === 'MACHINE_TO_MACHINE') throw badUserInput('A machine-to-machine application has no users.', path);
  if (!grantTypes.includes('AUTHORIZATION_CODE'))
    throw badUserInput('Requires that the application may use AUTHORIZATION_CODE: add it to grantTypes.', path);
  if (hasExpired(lifetime, now)) throw conflict('The application has expired.', path);
  if (isSuspended(lifetime, now)) throw conflict('The application is suspended: reactivate it first.', path);
}
