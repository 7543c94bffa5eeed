import {
  type ExchangeExplanation,
  type ExchangeQuery,
  exchangeQuerySchema,
  type ExplainedScope as Explained,
  readExchangeQuery,
} from '../../../domain/oauth/exchange-explanation.ts';
import { isRestrictedToMembers, mayExplainIn } from '../../../reads/explanation-reach.ts';
import { applicationTypes } from '../../../vocabulary/resources.ts';
import {
  explanationPermissions,
  organizationExplanationPermissions,
  type ScopeRefusalReason as Refusal,
  type UserState as State,
} from '../../../vocabulary/token-exchange.ts';
import { requireActor, requires } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { enumOf, textEnum } from '../../schema/enums.ts';
import { belowInput } from '../../errors/errors.ts';
import { inputTypeOf } from '../../schema/inputs.ts';
import { idOf } from '../../schema/nodes.ts';
import { ApiResource } from './api-resource.ts';
import { Application } from './application.ts';
import { ExchangeRule } from './exchange-policy.ts';
import { ExchangeReason } from './exchange-reason.ts';
import { Organization } from '../organizations/organization.ts';
import { fewSources, ScopeSource } from './scope-source.ts';
import { User } from '../people/user.ts';

const UserState = textEnum<State>('UserState', 'Whether tokens of a user are valid.', {
  active: 'The user is active: tokens are issued and accepted.',
  suspended: 'The user is suspended: tokens are neither issued nor accepted.',
  unknown: 'The user does not exist.',
});

const ScopeRefusalReason = textEnum<Refusal>(
  'ScopeRefusalReason',
  'Why a token exchange does not grant a scope: the first reason that applies.',
  {
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
  },
);

type Part<Name extends keyof ExchangeExplanation> = NonNullable<ExchangeExplanation[Name]>;

const Outcome = builder.objectRef<Part<'outcome'>>('TokenExchangeOutcome').implement({
  description: 'The response that the token endpoint would give.',
  fields: (t) => ({
    isGranted: t.exposeBoolean('isGranted', { description: 'Whether a token would be issued.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: '`error` of the response, for example `invalid_scope`; null if granted.',
    }),
    errorDescription: t.exposeString('errorDescription', {
      nullable: true,
      description: '`error_description` of the response; null if granted.',
    }),
    reason: t.expose('reason', {
      type: ExchangeReason,
      nullable: true,
      description: 'Why the exchange would be refused; null if granted.',
    }),
    scope: t.exposeString('scope', {
      nullable: true,
      description: '`scope` of the response: the granted scopes, possibly none; null if rejected.',
    }),
    expiresIn: t.exposeInt('expiresIn', {
      nullable: true,
      description:
        '`expires_in` of the response, in seconds; null if rejected. It is less if the subject token was obtained by an exchange and expires earlier.',
    }),
  }),
});

const Client = builder.objectRef<Part<'client'>>('TokenExchangeClient').implement({
  description: 'The application that would exchange the token, with the settings that matter.',
  fields: (t) => ({
    tokenExchangeAllowed: t.exposeBoolean('tokenExchangeAllowed', {
      description: 'The switch "Allow token exchange".',
    }),
    managementApiAllowed: t.exposeBoolean('managementApiAllowed', {
      description: 'The switch "Allow the Management API". Required only for an exchange for the Management API.',
    }),
    type: t.expose('type', {
      type: enumOf(applicationTypes, 'TokenExchangeClient.type'),
      description: 'Type of the client. Only confidential clients can exchange tokens.',
    }),
    isThirdParty: t.exposeBoolean('isThirdParty', {
      description: 'Whether it is a third-party application, which cannot exchange tokens.',
    }),
    isSuspended: t.exposeBoolean('isSuspended', {
      description: 'Whether it is suspended. Suspended applications get no tokens.',
    }),
    application: t.prismaField({
      type: Application,
      ...requires('applications:read'),
      description: 'The application.',
      resolve: (query, { applicationId: id }, _args, { prisma }) =>
        prisma.application.findUnique({ ...query, where: { id } }),
    }),
  }),
});

const Subject = builder.objectRef<Part<'user'>>('TokenExchangeSubject').implement({
  description: 'The user whose token would be exchanged.',
  fields: (t) => ({
    state: t.expose('state', { type: UserState, description: 'Whether tokens of the user are valid.' }),
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
  description: 'Membership of the user in the requested organization.',
  fields: (t) => ({
    isMember: t.exposeBoolean('isMember', {
      description: 'Whether the user is a member, which is required.',
    }),
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
  description: 'The API resource that the new token would be for.',
  fields: (t) => ({
    accessTokenTtl: t.exposeInt('accessTokenTtl', { description: 'Lifetime of its access tokens in seconds.' }),
    isBuiltIn: t.exposeBoolean('isBuiltIn', { description: 'Whether it is the Management API.' }),
    apiResource: t.prismaField({
      type: ApiResource,
      ...requires('resources:read'),
      description: 'The API resource.',
      resolve: (query, { indicator }, _args, { prisma }) =>
        prisma.apiResource.findUnique({ ...query, where: { indicator } }),
    }),
  }),
});

const ExplainedScope = builder.objectRef<Explained>('ExplainedScope').implement({
  description: 'Whether a scope would be granted, and if not, why.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the scope, as requested.' }),
    isGranted: t.exposeBoolean('isGranted', { description: 'Whether the scope would be granted.' }),
    reason: t.expose('reason', {
      type: ScopeRefusalReason,
      nullable: true,
      description: 'Why the scope would not be granted; null if it would.',
    }),
    through: t.expose('through', {
      type: [ScopeSource],
      complexity: fewSources,
      description: 'Roles and organization roles that grant the scope to the user. Any one of them is sufficient.',
    }),
    inOtherOrganizations: t.expose('inOtherOrganizations', {
      type: [ScopeSource],
      complexity: fewSources,
      description:
        'Organization roles in other organizations that grant the scope to the user. They are not considered if an organization is requested.',
    }),
  }),
});

const ExplainedRule = builder.objectRef<Part<'rules'>[number]>('ExplainedRule').implement({
  description: 'Whether a rule of the application refuses the exchange.',
  fields: (t) => ({
    rule: t.expose('rule', { type: ExchangeRule, description: 'The rule.' }),
    applies: t.exposeBoolean('applies', { description: 'Whether the application has the rule.' }),
    isMet: t.exposeBoolean('isMet', {
      nullable: true,
      description:
        'Whether the exchange meets it; null if that depends on what was not described of the subject token. True if it does not apply.',
    }),
    detail: t.exposeString('detail', { nullable: true, description: 'Why it is not met; null if it is.' }),
  }),
});

const Explanation = builder.objectRef<ExchangeExplanation>('TokenExchangeExplanation').implement({
  description: 'The outcome that a token exchange would have now, and everything it depends on.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: Outcome, description: 'Response that the token endpoint would give.' }),
    client: t.expose('client', {
      type: Client,
      nullable: true,
      description: 'Application that would exchange the token; null if it does not exist.',
    }),
    subject: t.expose('user', { type: Subject, description: 'User whose token would be exchanged.' }),
    membership: t.expose('membership', {
      type: Membership,
      nullable: true,
      description: 'Membership in the requested organization; null if none is requested.',
    }),
    target: t.expose('resource', {
      type: Target,
      nullable: true,
      description: 'API resource that the token would be for; null if it does not exist.',
    }),
    scopes: t.expose('scopes', {
      type: [ExplainedScope],
      description: 'The requested scopes, in order; all scopes of the API resource if none are requested.',
    }),
    rules: t.expose('rules', {
      type: [ExplainedRule],
      description: 'The rules of the application, in the order in which they are checked.',
    }),
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
