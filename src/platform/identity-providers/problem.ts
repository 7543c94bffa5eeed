import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import type { ProviderProblem } from './identity-provider.ts';
import { Invalid } from './invalid.ts';
import { Unreachable } from './upstream-fetch.ts';

const longestMessage = 300;
const longestCode = 64;

/** Codes of the library for responses with another status, with another type than JSON, and with a challenge. */
const unusable = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'];

/**
 * The problem of an error. Any response can cause any error, so each is a problem of the provider. The library's errors
 * contain the responses with their tokens: only texts are taken from them. `secrets` are removed from those, because a
 * provider may repeat what was sent to it.
 */
export function problemOf(error: unknown, secrets: readonly (string | undefined)[]): ProviderProblem {
  const errors = chainOf(error);
  const clean = (text: string): string => withoutSecrets(text, secrets).slice(0, longestMessage);
  const refusal = refusalIn(errors);
  if (refusal) {
    const { code, description = '', isThroughBrowser } = refusal;
    const verified = isThroughBrowser ? '' : description;
    const message = clean(`The provider responded with the error "${code}"${verified ? `: ${verified}` : '.'}`);
    const unverified = isThroughBrowser && description ? { unverified: clean(description) } : {};
    return { problem: 'identity-refused', message, ...unverified, error: clean(code).slice(0, longestCode) };
  }
  const isUnreachable = errors.some((one) => one instanceof Unreachable || unusable.includes(codeOf(one) ?? ''));
  const last = errors.at(-1);
  const isOurs = last instanceof Unreachable || last instanceof Invalid;
  const message = isOurs
    ? last.message
    : `The response of the provider is not accepted: ${last?.message ?? 'unknown'}.`;
  return { problem: isUnreachable ? 'provider-unreachable' : 'identity-invalid', message: clean(message) };
}

/** An error and its causes. */
export function chainOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...chainOf(error.cause)] : [];
}

/** The code of an error of the library. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

interface Refusal {
  code: string;
  description: string | undefined;
  isThroughBrowser?: boolean;
}

/** The OAuth error of a response: in its parameters, its body or a challenge. */
function refusalIn(errors: readonly Error[]): Refusal | undefined {
  for (const error of errors) {
    if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
      const isThroughBrowser = error instanceof AuthorizationResponseError;
      return { code: error.error, description: error.error_description, isThroughBrowser };
    }
    const fields = error instanceof WWWAuthenticateChallengeError ? error.cause[0]?.parameters : bodyOf(error.cause);
    const { error: code, error_description: description } = fields ?? {};
    if (typeof code === 'string')
      return { code, description: typeof description === 'string' ? description : undefined };
  }
  return undefined;
}

/** The body of a response with status 200 that the library refuses. GitHub's errors have this status. */
function bodyOf(cause: unknown): Record<string, unknown> | undefined {
  const body = cause instanceof Object && 'body' in cause ? cause.body : undefined;
  return body instanceof Object ? (body as Record<string, unknown>) : undefined;
}

function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const present = secrets.filter((secret) => secret !== undefined && secret !== '');
  const hidden = present.reduce<string>((rest, secret) => rest.replaceAll(secret ?? '', '…'), text);
  return hidden.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ');
}
