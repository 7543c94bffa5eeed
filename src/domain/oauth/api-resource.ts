import { z } from 'zod';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';
import { badUserInput, conflict, taken } from '../failure.ts';
import { indexOfRepeated } from '../repeated.ts';
import { indicatorPattern, isResourceIndicator } from './resource-indicator.ts';
import { parseScope } from './scopes.ts';
import { maxAccessTokenTtl } from './signing-keys.ts';
import { descriptionSchema } from '../text.ts';
import { examples } from '../../vocabulary/shape-parts.ts';

/**
 * RFC 8707 §2: an absolute URI without a fragment, in the ASCII syntax of RFC 3986, because it is compared as a string.
 */
export const indicatorSchema = z
  .string()
  .regex(indicatorPattern, 'Must be a URI: ASCII characters without spaces.')
  .refine(isResourceIndicator, 'Must be an absolute URI without a fragment.')
  .meta({ format: 'uri' });

/** Seconds. */
export const accessTokenTtlSchema = z
  .int()
  .min(1)
  .max(maxAccessTokenTtl)
  .register(fieldFacts, { widget: 'duration', description: 'Lifetime of its access tokens.' });

export const accessTokenSigningAlgSchema = z
  .enum(signingAlgorithms)
  .describe(
    'Signing algorithm of its access tokens (RFC 7518 §3.1). Use RS256 only for verifiers that support nothing else.',
  );

/** The name of a scope: one scope-token (RFC 6749 §3.3). */
export const scopeNameSchema = z
  .string()
  .max(128)
  .refine(
    (name) => parseScope(name)?.[0] === name,
    'Must be ASCII characters without spaces, quotation marks and backslashes.',
  );

/** The fields that describe a scope of an API resource. */
export const scopeSettings = {
  name: scopeNameSchema.describe(
    'Value of the scope in tokens (RFC 6749 §3.3), unique within the API resource. Cannot be changed.',
  ),
  description: descriptionSchema.default('').describe('What the scope allows.'),
};

/** Scopes in the input that creates their API resource. */
export const newScopesSchema = z
  .array(
    z.strictObject(scopeSettings).meta({ id: 'NewScopeInput', description: 'A scope of an API resource that is new.' }),
  )
  .max(1000)
  .register(examples, { example: [{ name: 'orders:read', description: 'Read orders.' }] });

/** Scopes by their API resource and name, as people know them. */
export const scopesByNameSchema = z
  .array(
    z
      .strictObject({
        resource: z
          .string()
          .regex(indicatorPattern, 'Must be an indicator or an id.')
          .describe('Indicator or id of the API resource.'),
        name: scopeNameSchema.describe('Name of the scope.'),
      })
      .meta({ id: 'ScopeByNameInput', description: 'A scope by its API resource and its name.' }),
  )
  .max(1000)
  .register(examples, { example: [{ resource: 'https://orders.example.com', name: 'orders:read' }] });
export type ScopeByName = z.infer<typeof scopesByNameSchema>[number];

/** Refuses scopes of one API resource whose names differ in case at most: the database does not store both. */
export function requireDistinctNames(scopes: readonly { name: string }[]): void {
  const repeated = indexOfRepeated(scopes.map(({ name }) => name.toLowerCase()));
  if (repeated < 0) return;
  throw taken('An earlier scope has this name, or one that differs in case only.', 'scopes', repeated, 'name');
}

/** Refuses changes to the Management API and its scopes, which vocabulary/permissions.ts defines. */
export function requireNotBuiltIn({ isBuiltIn }: { isBuiltIn: boolean }): void {
  if (isBuiltIn) throw conflict('The Management API and its scopes cannot be changed.', 'apiResourceId');
}

/** Seconds for which Management API tokens are valid: long enough to work with, short enough if one leaks. */
const managementTtl = { min: 60, max: 3600 };

/** Refuses a lifetime of Management API tokens that would lock all administrators out, or keep a leaked token valid. */
export function requireManagementTtl({ isBuiltIn }: { isBuiltIn: boolean }, ttl: number | undefined): void {
  if (!isBuiltIn || ttl === undefined || (ttl >= managementTtl.min && ttl <= managementTtl.max)) return;
  throw badUserInput(
    `Must be ${managementTtl.min} to ${managementTtl.max} seconds for the Management API.`,
    'accessTokenTtl',
  );
}
