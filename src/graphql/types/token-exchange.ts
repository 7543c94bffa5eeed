import {
  type ExchangeExplanation,
  exchangeQuestionSchema,
  type ExplainedScope as Explained,
  readExchangeQuestion,
} from '../../domain/exchange-explanation.ts';
import { applicationTypes } from '../../vocabulary/resources.ts';
import {
  explanationPermissions,
  type ScopeRefusalReason as Refusal,
  type UserState as State,
} from '../../vocabulary/token-exchange.ts';
import { needs, needsAll } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { enumOf, textEnum } from '../schema/enums.ts';
import { belowInput } from '../request/errors.ts';
import { inputTypeOf } from '../schema/inputs.ts';
import { idOf } from '../schema/nodes.ts';
import { ApiResource } from './api-resource.ts';
import { Application } from './application.ts';
import { Organization } from './organization.ts';
import { fewHoldings, ScopeSource } from './scope-holding.ts';
import { User } from './user.ts';

const UserState = textEnum<State>('UserState', 'How a user stands towards tokens.', {
  active: 'Tokens are issued and accepted.',
  suspended: 'Suspended: tokens of the user count for nothing.',
  unknown: 'There is no such user.',
});

const ScopeRefusalReason = textEnum<Refusal>(
  'ScopeRefusalReason',
  'Why a scope is not granted by a token exchange: the first of these that is true.',
  {
    MALFORMED: 'It is no scope name (RFC 6749 §3.3); a request with it is refused as a whole.',
    UNKNOWN_SCOPE: 'The API resource has no such scope: it may be misspelt, or belong to another one.',
    HELD_IN_OTHER_ORGANIZATION:
      'The user holds it, but through organization roles in other organizations than the one that is asked for: see `inOtherOrganizations`.',
    NOT_HELD: 'No role and no organization role of the user holds it.',
    EXCHANGE_REFUSED: 'The user holds it, but the exchange as a whole is refused: see the outcome.',
  },
);

type Part<Name extends keyof ExchangeExplanation> = NonNullable<ExchangeExplanation[Name]>;

const Outcome = builder.objectRef<Part<'outcome'>>('TokenExchangeOutcome').implement({
  description: 'What the token endpoint would answer at this moment.',
  fields: (t) => ({
    isGranted: t.exposeBoolean('isGranted', { description: 'Whether a token would be issued.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'The OAuth error that it would be refused with, for instance `invalid_scope`; null when granted.',
    }),
    errorDescription: t.exposeString('errorDescription', {
      nullable: true,
      description: 'The `error_description` that would come with it; null when granted.',
    }),
    scope: t.exposeString('scope', {
      nullable: true,
      description: 'The `scope` of the answer: the names of what is granted, which may be none; null when refused.',
    }),
    expiresIn: t.exposeInt('expiresIn', {
      nullable: true,
      description:
        'The `expires_in` of the answer, in seconds: less when the subject token came out of an exchange and ends before; null when refused.',
    }),
  }),
});

const Client = builder.objectRef<Part<'client'>>('TokenExchangeClient').implement({
  description: 'What an exchange depends on of the application that asks for it.',
  fields: (t) => ({
    tokenExchangeAllowed: t.exposeBoolean('tokenExchangeAllowed', {
      description: 'The switch "Allow token exchange".',
    }),
    type: t.expose('type', {
      type: enumOf(applicationTypes, 'TokenExchangeClient.type'),
      description: 'What kind of client it is: only those that can keep a secret may exchange.',
    }),
    isThirdParty: t.exposeBoolean('isThirdParty', {
      description: "Whether it is someone else's: then it may not exchange.",
    }),
    isSuspended: t.exposeBoolean('isSuspended', { description: 'Whether it is suspended: then it gets no tokens.' }),
    application: t.prismaField({
      type: Application,
      ...needs('applications:read'),
      description: 'The application.',
      resolve: (query, { applicationId: id }, _args, { prisma }) =>
        prisma.application.findUnique({ ...query, where: { id } }),
    }),
  }),
});

const Subject = builder.objectRef<Part<'user'>>('TokenExchangeSubject').implement({
  description: 'What an exchange depends on of the user whose token is exchanged.',
  fields: (t) => ({
    state: t.expose('state', { type: UserState, description: 'Whether tokens of the user count.' }),
    user: t.prismaField({
      type: User,
      ...needs('users:read'),
      description: 'The user; null when there is none.',
      resolve: (query, { userId }, _args, { prisma }) =>
        prisma.user.findUnique({ ...query, where: { id: idOf('user', userId) } }),
    }),
  }),
});

const Membership = builder.objectRef<Part<'membership'>>('TokenExchangeMembership').implement({
  description: 'How the user stands to the organization that the exchange is for.',
  fields: (t) => ({
    isMember: t.exposeBoolean('isMember', {
      description: 'Whether the user is a member of it: only then is it granted.',
    }),
    organization: t.prismaField({
      type: Organization,
      ...needs('organizations:read'),
      description: 'The organization; null when there is none.',
      resolve: (query, { organizationId }, _args, { prisma }) =>
        prisma.organization.findUnique({ ...query, where: { id: idOf('organization', organizationId) } }),
    }),
  }),
});

const Target = builder.objectRef<Part<'resource'>>('TokenExchangeTarget').implement({
  description: 'What an exchange depends on of the API that the new token is for.',
  fields: (t) => ({
    accessTokenTtl: t.exposeInt('accessTokenTtl', { description: 'Lifetime of its access tokens in seconds.' }),
    apiResource: t.prismaField({
      type: ApiResource,
      ...needs('resources:read'),
      description: 'The API resource.',
      resolve: (query, { indicator }, _args, { prisma }) =>
        prisma.apiResource.findUnique({ ...query, where: { indicator } }),
    }),
  }),
});

const ExplainedScope = builder.objectRef<Explained>('ExplainedScope').implement({
  description: 'Whether a scope would be granted, and why.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The scope as it was asked for, or as it stands in tokens.' }),
    isGranted: t.exposeBoolean('isGranted', { description: 'Whether the new token would carry it.' }),
    reason: t.expose('reason', {
      type: ScopeRefusalReason,
      nullable: true,
      description: 'Why it would not be granted; null when it would.',
    }),
    through: t.expose('through', {
      type: [ScopeSource],
      complexity: fewHoldings,
      description: 'The roles and organization roles through which the user holds it: any one of them is enough.',
    }),
    inOtherOrganizations: t.expose('inOtherOrganizations', {
      type: [ScopeSource],
      complexity: fewHoldings,
      description:
        'The organization roles in other organizations through which the user holds it as well: they do not count when an organization is asked for.',
    }),
  }),
});

const Explanation = builder.objectRef<ExchangeExplanation>('TokenExchangeExplanation').implement({
  description: 'What a token exchange would come to at this moment, and everything that it depends on.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: Outcome, description: 'What the token endpoint would answer.' }),
    client: t.expose('client', {
      type: Client,
      nullable: true,
      description: 'The application that asks; null when there is none with this id.',
    }),
    subject: t.expose('user', { type: Subject, description: 'The user whose token is exchanged.' }),
    membership: t.expose('membership', {
      type: Membership,
      nullable: true,
      description: 'The membership that is needed; null when no organization is asked for.',
    }),
    target: t.expose('resource', {
      type: Target,
      nullable: true,
      description: 'The API that the token is for; null when there is none with this resource indicator.',
    }),
    scopes: t.expose('scopes', {
      type: [ExplainedScope],
      description: 'The scopes that were asked for, in their order; all that the API resource has when none were.',
    }),
  }),
});

const Input = inputTypeOf(exchangeQuestionSchema, 'ExplainTokenExchangeInput', 'A token exchange to explain.');

builder.queryField('explainTokenExchange', (t) =>
  t.field({
    type: Explanation,
    ...needsAll(explanationPermissions),
    description: [
      'What a token exchange would come to at this moment, and why: by the rules of the token endpoint itself, without issuing anything.',
      'Assumes that the application authenticates, and that the subject token is a valid access token of the user, obtained by a first-party application and not confined to an organization: for a confined token, ask with its organization.',
      `Needs the permissions ${explanationPermissions.join(', ')}; organizations and organization roles need their own.`,
    ].join('\n'),
    args: { input: t.arg({ type: Input, required: true, description: 'The exchange.' }) },
    resolve: async (_root, { input }, context) => {
      try {
        return await context.explainExchange(readExchangeQuestion(input));
      } catch (error) {
        throw belowInput(error);
      }
    },
  }),
);
