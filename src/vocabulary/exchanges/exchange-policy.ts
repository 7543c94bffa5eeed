import { z } from 'zod';
import { acrValues } from '../flows.ts';
import { describeByKind, exampleIdOf, idOf } from '../ids.ts';
import { field } from '../shape-parts.ts';

/** The rules of an application for its token exchanges. The first value of each list is no rule. */
export const subjectAudiences = ['ANY', 'SERVED'] as const;
export type SubjectAudience = (typeof subjectAudiences)[number];

export const scopeRules = ['HELD', 'NEVER_WIDER'] as const;
export type ScopeRule = (typeof scopeRules)[number];

export const organizationRules = ['OPTIONAL', 'REQUIRED'] as const;
export type OrganizationRule = (typeof organizationRules)[number];

/** All rules, in the order in which an exchange is checked. */
export const exchangeRules = ['OWNER', 'TARGETS', 'ORGANIZATION', 'AUDIENCE', 'AUTHENTICATION', 'NEVER_WIDER'] as const;
export type ExchangeRule = (typeof exchangeRules)[number];

export const scopeMappingShape = z
  .strictObject({
    carried: field(z.string(), 'A scope that the subject token carries.', 'orders:read'),
    allows: field(z.array(z.string()), 'Scopes of the API resource that it is mapped to.', ['reports:read']),
  })
  .meta({
    id: 'ScopeMapping',
    description: 'A scope of subject tokens that is mapped to scopes with other names.',
  });
export type ScopeMapping = z.output<typeof scopeMappingShape>;

export const exchangeTargetShape = z
  .strictObject({
    apiResourceId: describeByKind(idOf('apiResource')),
    scopes: field(z.array(z.string()), 'Names of the scopes that it can get; empty: all.', ['reports:read']),
    mappings: z
      .array(scopeMappingShape)
      .describe('Scopes of subject tokens that are mapped to scopes with other names.'),
  })
  .meta({
    id: 'ExchangeTargetSnapshot',
    description: 'An API resource for which an application can exchange tokens, at the time of an event.',
  });

/** The fields of the policy beside the targets. */
export const policyFields = {
  subjectAudience: field(
    z.enum(subjectAudiences),
    'Which tokens it can exchange, by the API that they are for.',
    'SERVED',
  ),
  scopeRule: field(z.enum(scopeRules), 'Which scopes it can get.', 'HELD'),
  organizationRule: field(z.enum(organizationRules), 'Whether its exchanges must name an organization.', 'OPTIONAL'),
  organizationIds: field(
    z.array(idOf('organization')),
    'Ids of the organizations of which its exchanges must name one; empty: any, or none.',
    [exampleIdOf('organization')],
  ),
  maxAuthenticationAge: field(z.int().nullable(), 'Seconds since the sign-in of the person, at most; null: any.', 3600),
  requiredAcr: field(
    z.enum(acrValues).nullable(),
    'Level of the sign-in of the person, at least: the claim `acr`; null: any.',
    'urn:mandate:level:2',
  ),
};

export const exchangePolicyShape = z
  .strictObject({
    targets: z
      .array(exchangeTargetShape)
      .nullable()
      .describe('API resources for which it can exchange tokens, sorted by id; null: all.'),
    ...policyFields,
  })
  .meta({ id: 'ExchangePolicySnapshot', description: 'The rules of an application for its token exchanges.' });
export type ExchangePolicy = z.output<typeof exchangePolicyShape>;
