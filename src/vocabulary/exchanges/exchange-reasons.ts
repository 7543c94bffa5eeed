import {
  accessTokenType,
  type exchangeErrors,
  impersonationTokenType,
  issuedTokenTypes,
  maxHops,
} from '../token-exchange.ts';
import { type TokenFault, tokenFaults } from './token-faults.ts';

/** The response to a token request that is refused: for developers, without input of the client. */
export interface RefusedResponse {
  error: (typeof exchangeErrors)[number];
  description: string;
}

const refusedWith =
  (error: RefusedResponse['error']) =>
  (description: string): RefusedResponse => ({ error, description });

const client = refusedWith('invalid_client');
const unauthorized = refusedWith('unauthorized_client');
const request = refusedWith('invalid_request');
const target = refusedWith('invalid_target');
const denied = refusedWith('access_denied');
const scope = refusedWith('invalid_scope');
const signIn = refusedWith('insufficient_user_authentication');

/**
 * RFC 8693 §2.2.2: a token that is "invalid for any reason, or … unacceptable based on policy" is an invalid_request.
 */
const faultsOf = <Role extends 'SUBJECT' | 'ACTOR'>(role: Role) =>
  Object.fromEntries(
    Object.entries(tokenFaults).map(([fault, text]) => [
      `${role}_${fault}`,
      request(`the ${role.toLowerCase()} token ${text}`),
    ]),
  ) as Record<`${Role}_${TokenFault}`, RefusedResponse>;

/**
 * Why a token exchange is refused, with the response, in the order in which it is checked. What a token alone shows,
 * such as a wrong signature, is checked before OWNER_INACTIVE, with which begins what the database decides.
 */
export const exchangeReasons = {
  CLIENT_AUTHENTICATION_FAILED: client('client authentication failed'),
  EXCHANGE_NOT_ALLOWED: unauthorized('token exchange is not allowed for this application'),
  // RFC 6749 §3.2: parameters must not be included more than once. oidc-provider refuses them.
  REPEATED_PARAMETER: request('a parameter is given twice'),
  NO_SUBJECT_TOKEN: request('subject_token is missing'),
  NO_SUBJECT_TOKEN_TYPE: request('subject_token_type is missing'),
  WRONG_SUBJECT_TOKEN_TYPE: request(`subject_token_type must be ${accessTokenType} or ${impersonationTokenType}`),
  // RFC 8693 §2.1: required with actor_token, and must not be included without it.
  ACTOR_TOKEN_TYPE_ALONE: request('actor_token_type must not be given without actor_token'),
  WRONG_ACTOR_TOKEN_TYPE: request(`actor_token_type must be ${accessTokenType}`),
  ACTOR_IN_IMPERSONATION: request(`actor_token must not be given with the type ${impersonationTokenType}`),
  WRONG_REQUESTED_TOKEN_TYPE: request(`requested_token_type must be ${issuedTokenTypes.join(' or ')}`),
  NO_RESOURCE: request('resource is missing'),
  SEVERAL_RESOURCES: target('only one resource can be named'),
  AUDIENCE_DIFFERS: target('resource and audience name different resources'),
  MALFORMED_RESOURCE: target('resource must be an absolute URI without a fragment'),
  MALFORMED_SCOPE: scope('scope contains invalid characters'),
  IMPERSONATION_NOT_ALLOWED: unauthorized('impersonation is not allowed for this application'),
  // One reason: a client that tries tokens learns nothing about them.
  IMPERSONATION_TOKEN_INVALID: request('the subject token is unknown, has expired or was used'),
  OWNER_INACTIVE: unauthorized('the owner of this application is suspended or was deleted'),
  ...faultsOf('SUBJECT'),
  ...faultsOf('ACTOR'),
  ACTOR_OF_OTHER_USER: request('the actor token is of another user than the subject token'),
  SUBJECT_IN_OTHER_ORGANIZATION: denied('the subject token is confined to another organization'),
  ACTOR_IN_OTHER_ORGANIZATION: denied('the actor token is confined to another organization than the exchange'),
  UNKNOWN_RESOURCE: target('there is no such resource'),
  IMPERSONATION_FOR_MANAGEMENT_API: target('a token of an impersonation cannot be exchanged for the Management API'),
  MANAGEMENT_API_NOT_ALLOWED: target(
    'exchanging tokens for the Management API is not allowed for this application: its setting managementApiAllowed is off',
  ),
  TARGET_NOT_ALLOWED: target('this application may not exchange tokens for this resource'),
  ORGANIZATION_REQUIRED: request('this application must name an organization: organization_id is missing'),
  ORGANIZATION_NOT_ALLOWED: denied('this application may not exchange tokens for this organization'),
  AUDIENCE_NOT_SERVED: request('the subject token is for a resource that this application does not serve'),
  NOT_A_MEMBER: denied('the user is not a member of this organization'),
  AUTHENTICATION_TOO_OLD: signIn('the sign-in behind the subject token is older than this application may use'),
  AUTHENTICATION_TOO_WEAK: signIn(
    'the sign-in behind the subject token does not have the level that this application requires',
  ),
  SCOPE_NOT_HELD: scope('the user holds none of these scopes on this resource'),
  SCOPE_NOT_CARRIED: scope('the subject token carries none of these scopes, or the user no longer holds them'),
  SCOPE_NOT_ALLOWED: scope('this application may not obtain any of these scopes on this resource'),
  WIDER_THAN_SUBJECT: scope('the subject token carries none of these scopes, nor one that is mapped to them'),
  IMPERSONATOR_NOT_ALLOWED: denied('the administrator may no longer act as this user'),
  TOO_MANY_HOPS: request(`the subject token was exchanged ${maxHops} times already`),
} as const satisfies Record<string, RefusedResponse>;

export type ExchangeReason = keyof typeof exchangeReasons;
export const exchangeReasonNames = Object.keys(exchangeReasons) as ExchangeReason[];

/** Why client credentials are refused, besides what both grants have in common. */
export const credentialsReasons = {
  CREDENTIALS_NOT_ALLOWED: unauthorized('client credentials are not allowed for this application'),
  SCOPE_WITHOUT_RESOURCE: scope('scopes belong to a resource: name it'),
  SCOPE_NOT_HELD_BY_APPLICATION: scope('the application holds none of these scopes on this resource'),
} as const satisfies Record<string, RefusedResponse>;
