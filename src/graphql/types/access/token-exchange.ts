import {
  type ExchangeExplanation,
  exchangeExplanationSchema,
  explanationParts,
  type ExchangeQuery,
  exchangeQuerySchema,
  type ExplainedScope as Explained,
  readExchangeQuery,
} from '../../../domain/oauth/exchange-explanation.ts';
import { isRestrictedToMembers, mayExplainIn } from '../../../reads/explanation-reach.ts';
import {
  explanationPermissions,
  organizationExplanationPermissions,
  type ScopeRefusalReason as Refusal,
  type UserState as State,
} from '../../../vocabulary/token-exchange.ts';
import { requireActor, requires } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { belowInput } from '../../errors/errors.ts';
import { inputTypeOf } from '../../schema/inputs.ts';
import { idOf } from '../../schema/nodes.ts';
import { describedBy, descriptionOf, exposeShape } from '../../schema/shapes.ts';
import { ApiResource } from './api-resource.ts';
import { Application } from './application.ts';
import './exchange-policy.ts';
import { ExchangeReason } from './exchange-reason.ts';
import { Organization } from '../organizations/organization.ts';
import { fewSources, ScopeSource } from './scope-source.ts';
import { User } from '../people/user.ts';

textEnum<State>('UserState', 'Whether tokens of a user are valid.', {
  active: 'The user is active: tokens are issued and accepted.',
  suspended: 'The user is suspended: tokens are neither issued nor accepted.',
  unknown: 'The user does not exist.',
});

textEnum<Refusal>('ScopeRefusalReason', 'Why a token exchange does not grant a scope: the first reason that applies.', {
  MALFORMED: 'Not a valid scope name (RFC 6749 §3.3). A request with it is rejected.',
  UNKNOWN_SCOPE: 'The API resource has no such scope. It may be misspelled, or belong to another API resource.',
  HELD_IN_OTHER_ORGANIZATION:
    'The user only holds the scope through organization roles in organizations other than the requested one; see `inOtherOrganizations`.',
  NOT_HELD: 'No role or organization role of the user grants it.',
  MANAGEMENT_API_NOT_ALLOWED:
    'The user holds the scope, but the application may not exchange tokens for the Management API. `setApplicationManagementApi` allows it.',
  NOT_ALLOWED_FOR_APPLICATION:
    'The user holds the scope, but the application may not obtain it there. `setApplicationExchangePolicy` allows it.',
  NOT_CARRIED: 'The user holds the scope, but the subject token does not carry it, nor one that is mapped to it.',
  EXCHANGE_REFUSED: 'The user holds the scope, but the exchange would be rejected; see `outcome`.',
});

type Part<Name extends keyof ExchangeExplanation> = NonNullable<ExchangeExplanation[Name]>;
const { outcome, client, subject, membership, resource, scope, rule } = explanationParts;
const explanation = exchangeExplanationSchema.shape;

const Outcome = builder.objectRef<Part<'outcome'>>('TokenExchangeOutcome').implement({
  description: descriptionOf(outcome),
  fields: (t) => ({
    ...exposeShape(t, outcome.omit({ error: true, reason: true })),
    error: t.exposeString('error', describedBy(outcome.shape.error)),
    reason: t.expose('reason', { type: ExchangeReason, ...describedBy(outcome.shape.reason) }),
  }),
});

const Client = builder.objectRef<Part<'client'>>('TokenExchangeClient').implement({
  description: descriptionOf(client),
  fields: (t) => ({
    ...exposeShape(t, client.omit({ applicationId: true })),
    application: t.prismaField({
      type: Application,
      ...requires('applications:read'),
      resolve: (query, { applicationId: id }, _args, { prisma }) =>
        prisma.application.findUnique({ ...query, where: { id } }),
    }),
  }),
});

const Subject = builder.objectRef<Part<'user'>>('TokenExchangeSubject').implement({
  description: descriptionOf(subject),
  fields: (t) => ({
    ...exposeShape(t, subject.omit({ userId: true })),
    user: t.prismaField({
      type: User,
      ...requires('users:read'),
      description: 'The user; null if it does not exist.',
      // One that exists may be hidden from the caller, and then looks as if it did not.
      resolve: (query, { userId, state }, _args, { prisma }) =>
        prisma.user.findUnique({ ...query, where: { id: state === 'unknown' ? '' : idOf('user', userId) } }),
    }),
  }),
});

const Membership = builder.objectRef<Part<'membership'>>('TokenExchangeMembership').implement({
  description: descriptionOf(membership),
  fields: (t) => ({
    ...exposeShape(t, membership.omit({ organizationId: true })),
    organization: t.prismaField({
      type: Organization,
      ...requires('organizations:read'),
      description: 'The organization; null if it does not exist.',
      resolve: (query, { organizationId }, _args, { prisma }) =>
        prisma.organization.findUnique({ ...query, where: { id: idOf('organization', organizationId) } }),
    }),
  }),
});

const Target = builder.objectRef<Part<'resource'>>('TokenExchangeTarget').implement({
  description: descriptionOf(resource),
  fields: (t) => ({
    ...exposeShape(t, resource.omit({ indicator: true })),
    apiResource: t.prismaField({
      type: ApiResource,
      ...requires('resources:read'),
      resolve: (query, { indicator }, _args, { prisma }) =>
        prisma.apiResource.findUnique({ ...query, where: { indicator } }),
    }),
  }),
});

const ExplainedScope = builder.objectRef<Explained>('ExplainedScope').implement({
  description: descriptionOf(scope),
  fields: (t) => ({
    ...exposeShape(t, scope.omit({ through: true, inOtherOrganizations: true })),
    through: t.expose('through', {
      type: [ScopeSource],
      complexity: fewSources,
      ...describedBy(scope.shape.through),
    }),
    inOtherOrganizations: t.expose('inOtherOrganizations', {
      type: [ScopeSource],
      complexity: fewSources,
      ...describedBy(scope.shape.inOtherOrganizations),
    }),
  }),
});

const ExplainedRule = builder.objectRef<Part<'rules'>[number]>('ExplainedRule').implement({
  description: descriptionOf(rule),
  fields: (t) => exposeShape(t, rule),
});

const Explanation = builder.objectRef<ExchangeExplanation>('TokenExchangeExplanation').implement({
  description: descriptionOf(exchangeExplanationSchema),
  fields: (t) => ({
    outcome: t.expose('outcome', { type: Outcome, ...describedBy(explanation.outcome) }),
    client: t.expose('client', { type: Client, ...describedBy(explanation.client) }),
    subject: t.expose('user', { type: Subject, ...describedBy(explanation.user) }),
    membership: t.expose('membership', { type: Membership, ...describedBy(explanation.membership) }),
    target: t.expose('resource', { type: Target, ...describedBy(explanation.resource) }),
    scopes: t.expose('scopes', { type: [ExplainedScope], ...describedBy(explanation.scopes) }),
    rules: t.expose('rules', { type: [ExplainedRule], ...describedBy(explanation.rules) }),
  }),
});

const Input = inputTypeOf(exchangeQuerySchema, 'ExplainTokenExchangeInput', 'A token exchange to explain.');

builder.queryField('explainTokenExchange', (t) =>
  t.field({
    type: Explanation,
    authScopes: (_root, { input }, { actor }) =>
      (actor !== null && mayExplainIn(actor, (input as Partial<ExchangeQuery>).organizationId)) || {
        all: explanationPermissions,
      },
    nullable: true,
    description: [
      'Explains the outcome that a token exchange would have now, with the rules of the token endpoint. No token is issued.',
      'Assumes that the application authenticates, and that the subject token is a valid access token of the user that a first-party application obtained and that is not limited to an organization. For a token that is, give its organization. A token that comes from one for the Management API is exchanged for no more of its scopes than that one carries. What is not described of the subject token is no obstacle. With `impersonatorId`, it assumes a token that this administrator has prepared and that is not used yet.',
      `Requires the permissions ${explanationPermissions.join(', ')}; organizations and organization roles require their own.`,
      `For members of the requested organization, ${organizationExplanationPermissions.join(' and ')} held in it are enough. Users and applications that are no members then look as if they did not exist, \`scopes\` has the held scopes if none are requested, \`through\` has organization roles in this organization only, and \`inOtherOrganizations\` is empty. An \`impersonatorId\` then looks as if no one had it.`,
    ].join('\n'),
    args: { input: t.arg({ type: Input, required: true, description: 'The token exchange to explain.' }) },
    resolve: async (_root, { input }, context) => {
      try {
        const query = readExchangeQuery(input);
        const membersOnly = isRestrictedToMembers(requireActor(context), query.organizationId);
        return await context.explainExchange({ ...query, membersOnly });
      } catch (error) {
        throw belowInput(error);
      }
    },
  }),
);
