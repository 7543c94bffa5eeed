import { z } from 'zod';
import { signingAlgorithms } from '../vocabulary/signing-algorithms.ts';
import { badUserInput, conflict } from './failure.ts';
import { isResourceIndicator } from './resource-indicator.ts';
import { parseScope } from './scopes.ts';
import { maxAccessTokenTtl } from './signing-keys.ts';

/** RFC 8707 §2: an absolute URI without a fragment; written as RFC 3986 has it, because it is compared as a string. */
export const indicatorSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,2048}$/, 'A URI has no space and no character beyond ASCII.')
  .refine(isResourceIndicator, 'A resource indicator is an absolute URI without a fragment.')
  .meta({ format: 'uri' });

/** Seconds. */
export const accessTokenTtlSchema = z.int().min(1).max(maxAccessTokenTtl);

export const accessTokenSigningAlgSchema = z
  .enum(signingAlgorithms)
  .describe(
    'How its access tokens are signed (RFC 7518 §3.1). Use RS256 only for verifiers that support nothing else.',
  );

/** The name of a scope: one scope-token (RFC 6749 §3.3). */
export const scopeNameSchema = z
  .string()
  .max(128)
  .refine((name) => parseScope(name)?.[0] === name, 'A scope name has no space, quote or backslash, and only ASCII.');

/** The Management API and its scopes follow from vocabulary/permissions.ts: nobody else changes them. */
export function requireNotBuiltIn({ isBuiltIn }: { isBuiltIn: boolean }): void {
  if (isBuiltIn) throw conflict("The Management API is the platform's own.", 'apiResourceId');
}

/** Lifetime in seconds of tokens for the Management API: long enough to work with, short enough when one leaks. */
const ownTtl = { least: 60, most: 3600 };

/** Refuses a lifetime of Management API tokens that would lock all administrators out, or keep a leaked token valid: BAD_USER_INPUT at "accessTokenTtl". */
export function requireOwnTtl({ isBuiltIn }: { isBuiltIn: boolean }, ttl: number | undefined): void {
  if (!isBuiltIn || ttl === undefined || (ttl >= ownTtl.least && ttl <= ownTtl.most)) return;
  throw badUserInput(`Tokens for the Management API live ${ownTtl.least} to ${ownTtl.most} seconds.`, 'accessTokenTtl');
}
