import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type ExchangePolicy,
  exchangeTargetShape,
  organizationRules,
  policyFields,
  scopeMappingShape,
  scopeRules,
  subjectAudiences,
} from '../../vocabulary/exchanges/exchange-policy.ts';
import {
  mostResources,
  mostScopes,
  mostTargetsText,
  mostTargetText,
  targetLength,
} from '../../vocabulary/exchanges/exchange-limits.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { acrValues } from '../../vocabulary/flows.ts';
import { describedLike, examples } from '../../vocabulary/shape-parts.ts';
import { badUserInput, type FieldProblem, invalidInput } from '../failure.ts';
import { indexOfRepeated } from '../repeated.ts';
import { idSchema, recordId } from '../text.ts';
import { scopeNameSchema } from './api-resource.ts';

const scopeNames = z.array(scopeNameSchema).max(mostScopes);

const mapping = z
  .strictObject({
    carried: describedLike(scopeMappingShape.shape.carried, scopeNameSchema),
    allows: describedLike(scopeMappingShape.shape.allows, scopeNames.min(1)),
  })
  .meta({
    id: 'ScopeMappingInput',
    description: scopeMappingShape.meta()?.description,
  });

const target = z
  .strictObject({
    apiResourceId: recordId('apiResource'),
    scopes: describedLike(exchangeTargetShape.shape.scopes, scopeNames.default([])),
    mappings: z
      .array(mapping)
      .max(mostScopes)
      .default([])
      .describe('With `NEVER_WIDER`: scopes of subject tokens that are mapped to scopes with other names.'),
  })
  .meta({ id: 'ExchangeTargetInput', description: 'An API resource for which an application can exchange tokens.' });

/** The whole policy in an input: what is omitted is no rule. */
export const exchangePolicyInput = {
  targets: z
    .array(target)
    .max(mostResources)
    .nullable()
    .default(null)
    .register(examples, { example: [] })
    .describe('API resources for which it can exchange tokens; an empty list: none; null: all.'),
  subjectAudience: describedLike(policyFields.subjectAudience, z.enum(subjectAudiences).default('ANY')),
  scopeRule: describedLike(policyFields.scopeRule, z.enum(scopeRules).default('HELD')),
  organizationRule: describedLike(policyFields.organizationRule, z.enum(organizationRules).default('OPTIONAL')),
  organizationIds: z
    .array(idSchema('organization'))
    .max(1000)
    .default([])
    .describe('Organizations of which its exchanges must name one; empty: any, or none.'),
  maxAuthenticationAge: z
    .int()
    .min(60)
    .max(15_552_000)
    .nullable()
    .default(null)
    .describe('Seconds since the sign-in of the person, at most, 60 to 15552000; null: any.')
    .register(fieldFacts, {
      widget: 'duration',
      description: 'So long ago the person must have signed in, at most. Empty: any time.',
    }),
  requiredAcr: describedLike(policyFields.requiredAcr, z.enum(acrValues).nullable().default(null)),
};

/**
 * The policy in one form: without duplicates, sorted. Refuses two targets for one API resource, and too many names,
 * except in a target that is stored as it is.
 */
export function policyFrom(
  input: ExchangePolicy,
  stored: Pick<ExchangePolicy, 'targets'> = { targets: null },
): ExchangePolicy {
  const { targets, organizationIds, ...rules } = input;
  const repeated = indexOfRepeated(targets?.map(({ apiResourceId }) => apiResourceId) ?? []);
  if (repeated >= 0) throw badUserInput('Is a target already.', 'targets', repeated, 'apiResourceId');
  const distinctTargets = targets?.map(targetFrom) ?? null;
  const problems = lengthProblems(distinctTargets ?? [], stored.targets ?? []);
  if (problems.length) throw invalidInput(problems);
  return {
    targets: distinctTargets && distinctTargets.toSorted(byApiResource),
    ...rules,
    organizationIds: distinct(organizationIds),
  };
}

type Target = NonNullable<ExchangePolicy['targets']>[number];

const byApiResource = (one: Target, other: Target): number => (one.apiResourceId < other.apiResourceId ? -1 : 1);

function lengthProblems(targets: readonly Target[], stored: readonly Target[]): FieldProblem[] {
  const each = targets.flatMap((target, index) =>
    targetLength(target) > mostTargetText && !stored.some((one) => isDeepStrictEqual(one, target))
      ? [tooLong(['targets', index], 'a target', mostTargetText)]
      : [],
  );
  if (each.length) return each;
  const total = targets.reduce((sum, target) => sum + targetLength(target), 0);
  return total > mostTargetsText ? [tooLong(['targets'], 'all targets', mostTargetsText)] : [];
}

const tooLong = (path: FieldProblem['path'], whose: string, maximum: number): FieldProblem => ({
  path,
  code: 'TOO_LONG',
  message: `The scopes and mappings of ${whose} must have at most ${maximum} characters.`,
  maximum,
});

function targetFrom({ apiResourceId, scopes, mappings }: Target): Target {
  const carried = Map.groupBy(mappings, (one) => one.carried);
  return {
    apiResourceId,
    scopes: distinct(scopes),
    mappings: distinct(carried.keys()).map((name) => ({
      carried: name,
      allows: distinct(carried.get(name)?.flatMap(({ allows }) => allows) ?? []),
    })),
  };
}

const distinct = (names: Iterable<string>): string[] => [...new Set(names)].sort();

/** Refuses the Management API, which only the platform serves. */
export function requireServable(ids: readonly string[], builtIn: ReadonlySet<string>, field: string): void {
  const index = ids.findIndex((id) => builtIn.has(id));
  if (index >= 0) throw badUserInput('The Management API is served by the platform.', field, index);
}
