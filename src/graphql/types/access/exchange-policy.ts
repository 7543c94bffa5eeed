import type { acrValues } from '../../../vocabulary/flows.ts';
import type {
  ExchangePolicy,
  ExchangeRule as Rule,
  OrganizationRule,
  ScopeRule,
  SubjectAudience,
} from '../../../vocabulary/exchanges/exchange-policy.ts';
import { exchangeTargetShape, policyFields } from '../../../vocabulary/exchanges/exchange-policy.ts';
import { apiResources } from '../../../reads/lists/api-resources.ts';
import { readableWith, requires, requiresEverywhere } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { addRelatedList } from '../../schema/related-lists.ts';
import { describedBy, descriptionOf, exposeShape } from '../../schema/shapes.ts';
import { Application } from './application.ts';

const Audience = textEnum<SubjectAudience>(
  'SubjectAudience',
  'Which tokens an application can exchange, by the API that they are for.',
  {
    ANY: 'Those for any API resource, and for none.',
    SERVED: 'Those for an API resource that the application serves.',
  },
);

const Scopes = textEnum<ScopeRule>('ScopeRule', 'Which scopes an application can get by token exchange.', {
  HELD: 'Those that the person holds.',
  NEVER_WIDER:
    'Of those that the person holds, the ones that the subject token carries: by the same name, or by a mapping of the target.',
});

const Organizations = textEnum<OrganizationRule>(
  'OrganizationRule',
  'Whether token exchanges of an application must name an organization.',
  { OPTIONAL: 'They need not.', REQUIRED: 'They must.' },
);

textEnum<Rule>('ExchangeRule', 'A rule of an application for its token exchanges.', {
  OWNER: 'Its owner must be an active user.',
  TARGETS: 'For which API resources it can exchange tokens, and which scopes it can get there.',
  ORGANIZATION: 'Which organizations its exchanges can name, and whether they must name one.',
  AUDIENCE: descriptionOf(policyFields.subjectAudience),
  AUTHENTICATION: 'How long ago, and how strongly, the person must have signed in.',
  NEVER_WIDER: 'It gets no scope that the subject token does not carry.',
});

const Acr = textEnum<(typeof acrValues)[number]>(
  'AuthenticationLevel',
  'A level of sign-ins, as in the claim `acr`. Each contains those before it.',
  {
    'urn:mandate:level:1': 'One factor.',
    'urn:mandate:level:2': 'Two factors, or a passkey.',
    phr: 'Passkeys alone, which resist phishing.',
  },
);

const Target = builder.prismaObject('ApplicationTarget', {
  select: { applicationId: true, apiResourceId: true },
  description:
    'An API resource for which an application can exchange tokens. Requires the permission applications:read.',
  authScopes: readableWith('applications:read'),
  fields: (t) => ({
    apiResource: t.relation('resource', requires('resources:read')),
    ...exposeShape(t, exchangeTargetShape),
  }),
});

const Policy = builder.prismaObject('Application', {
  variant: 'ExchangePolicy',
  select: { id: true },
  description: 'The rules of an application for its token exchanges. Requires the permission applications:read.',
  authScopes: readableWith('applications:read'),
  fields: (t) => ({
    targets: t.field({
      ...requires('applications:read'),
      type: [Target],
      nullable: true,
      description:
        'API resources for which it can exchange tokens, sorted by id; null: all. The Management API needs `managementApiAllowed` as well.',
      select: (_args, _context, target) => ({
        targetsRestricted: true,
        targets: target({ orderBy: { apiResourceId: 'asc' } }),
      }),
      resolve: ({ targetsRestricted, targets }) => (targetsRestricted ? targets : null),
    }),
    subjectAudience: t.field({
      type: Audience,
      ...describedBy(policyFields.subjectAudience),
      select: { subjectAudience: true },
      resolve: ({ subjectAudience }) => subjectAudience as SubjectAudience,
    }),
    scopeRule: t.field({
      type: Scopes,
      ...describedBy(policyFields.scopeRule),
      select: { scopeRule: true },
      resolve: ({ scopeRule }) => scopeRule as ScopeRule,
    }),
    organizationRule: t.field({
      type: Organizations,
      ...describedBy(policyFields.organizationRule),
      select: { organizationRule: true },
      resolve: ({ organizationRule }) => organizationRule as OrganizationRule,
    }),
    maxAuthenticationAge: t.exposeInt('maxAuthenticationAge', describedBy(policyFields.maxAuthenticationAge)),
    requiredAcr: t.field({
      type: Acr,
      ...describedBy(policyFields.requiredAcr),
      select: { requiredAcr: true },
      resolve: ({ requiredAcr }) => requiredAcr as ExchangePolicy['requiredAcr'],
    }),
    organizationIds: t.idList({
      ...describedBy(policyFields.organizationIds),
      select: { exchangeOrganizationIds: true },
      resolve: ({ exchangeOrganizationIds }) => exchangeOrganizationIds,
    }),
  }),
});

builder.prismaObjectField(Application, 'exchangePolicy', (t) =>
  t.variant(Policy, {
    // It names organizations, so it is not for administrators of one.
    authScopes: requiresEverywhere('applications:read').authScopes,
    // Nullable, for callers without the permission.
    isNull: () => false,
    description: 'Rules for its token exchanges, which `setApplicationExchangePolicy` replaces.',
  }),
);

addRelatedList(Application, {
  field: 'servedResources',
  relation: 'serves',
  list: apiResources,
  table: 'served_resources',
  owner: 'applicationId',
  through: { model: 'servedResource', relation: 'resource', key: 'apiResourceId' },
  access: requires('resources:read'),
  description: 'API resources that the application serves, which `setServedResources` replaces.',
});
