import { z } from 'zod';
import { second } from '../../domain/durations.ts';
import { badUserInput, conflict, forbidden, notFound } from '../../domain/failure.ts';
import { emailSchema } from '../../domain/people/identifiers.ts';
import { requireOneOf, tokenLifetime } from '../../domain/people/one-time-token.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { defineOperation, entity, type RunContext } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { countManagementMessage } from '../../store/messages/management-limits.ts';
import { queueMessage, sealMessage } from '../../store/messages/queue.ts';
import { newToken } from '../../store/one-time-tokens/tokens.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { oneTimeTokenOf } from '../../store/records/shapes.ts';
import { type Language, languageSchema } from '../../vocabulary/languages.ts';
import { fieldFacts, secretText } from '../../vocabulary/field-facts.ts';
import { field } from '../../vocabulary/shape-parts.ts';
import { exampleIdOf } from '../../vocabulary/ids.ts';

const exampleToken = `${exampleIdOf('oneTimeToken')}.c2VjcmV0LXNob3duLW9uY2UtYW5kLW5ldmVyLWFnYWlu`;

export const createOneTimeToken = defineOperation({
  name: 'createOneTimeToken',
  summary: 'Create a link that signs a person in once, and adds them to organizations.',
  words: { title: 'Create one-time link', button: 'Create one-time link', danger: null },
  permission: 'users:write',
  recentSignIn: true,
  route: { method: 'POST', path: '/one-time-tokens' },
  queuesMessages: true,
  input: z.strictObject({
    email: emailSchema.nullish().describe('Email address of the person, who does not need an account if it is sent.'),
    userId: idSchema('user').nullish().describe('The user, instead of an email address.'),
    organizationIds: idsSchema('organization')
      .default([])
      .describe('Organizations that the person joins. Requires the permission organizations:write.'),
    expiresIn: z
      .int()
      .min(tokenLifetime.minimum)
      .max(tokenLifetime.maximum)
      .default(tokenLifetime.default)
      .describe('Lifetime in seconds, from a minute to 7 days.')
      .register(fieldFacts, { widget: 'duration', description: 'From a minute to 7 days.' }),
    sendsMail: z
      .boolean()
      .default(false)
      .describe('Whether the link is sent to the email address, which verifies it, instead of being returned.'),
    language: languageSchema.default('en').describe('Language of the mail.'),
  }),
  output: {
    oneTimeToken: entity('OneTimeToken', 'The new token as lists show it.'),
    token: field(secretText.nullable(), 'The token. Only its hash is stored. Null if it was sent.', exampleToken),
    link: field(
      secretText.nullable(),
      'The address that a person opens to use it; null if it was sent.',
      `https://auth.example.com/link/${exampleToken}`,
    ),
    mailSent: field(z.boolean(), 'Whether the link is sent by email.', false),
  },
  always: ['OneTimeToken.Created'],
  prepare: async (services, { sendsMail }) => ({
    secretBox: services.secretBox,
    token: newToken(services),
    messageId: services.ids.next('message'),
    canSendMail: sendsMail && (await services.canSend('email')),
  }),
  async run(context, { organizationIds, expiresIn, sendsMail, language, ...holder }, prepared) {
    const { tx, actor, now, emit } = context;
    requireOneOf(holder);
    if (organizationIds.length && !actor.permissions.has('organizations:write')) throw forbidden('organizations:write');
    await lockKeyShare(tx, 'organization', organizationIds, 'organizationIds');
    const { token, secretBox, messageId, canSendMail } = prepared;
    if (sendsMail && !canSendMail)
      throw conflict('No email can be sent: enable a connector, or set SMTP_URL.', 'sendsMail');
    const whose = sendsMail ? await recipientOf(context, holder) : await holderOf(context, holder);
    const expiresAt = new Date(now.getTime() + expiresIn * second);
    const { id, secretHash, link } = token;
    const joined = { organizationIds: [...new Set(organizationIds)] };
    const created = await tx.oneTimeToken.create({
      data: { id, secretHash, ...whose, ...joined, expiresAt, createdAt: now },
    });
    if (whose.email !== null) {
      const recipient = whose.email;
      const path = holder.email ? 'email' : 'userId';
      const limitKey = await countManagementMessage(tx, secretBox, { recipient, organizationId: null, now, path });
      const message = linkMessage({ recipient, link, language, expiresAt, limitKey });
      await queueMessage(tx, { ...sealMessage(secretBox, message), id: messageId, now });
    }
    emit('OneTimeToken.Created', id, { oneTimeToken: oneTimeTokenOf(created) });
    const shown = sendsMail ? { token: null, link: null } : { token: token.text, link };
    return { oneTimeToken: id, ...shown, mailSent: sendsMail };
  },
});

interface LinkMail {
  recipient: string;
  link: string;
  language: Language;
  expiresAt: Date;
  limitKey: Uint8Array;
}

const linkMessage = ({ link, expiresAt, ...delivery }: LinkMail) => ({
  template: 'one-time-link' as const,
  parameters: { link, until: expiresAt.toISOString() },
  channel: 'email' as const,
  expiresAt,
  ...delivery,
});

type Context = Pick<RunContext<never>, 'tx' | 'actor'>;
interface Addressee {
  email?: string | null | undefined;
  userId?: string | null | undefined;
}

const userColumns = { id: true, email: true, sessionEpoch: true } as const;

/** The address to which the link is sent. */
async function recipientOf({ tx }: Context, { email, userId }: Addressee) {
  if (email) {
    const user = await tx.user.findUnique({ where: { email }, select: userColumns });
    return { email, userId: user?.id ?? null, userSessionEpoch: user?.sessionEpoch ?? null };
  }
  const user = await tx.user.findUnique({ where: { id: userId ?? '' }, select: userColumns });
  if (!user) throw notFound('user', 'userId');
  if (user.email === null) throw badUserInput('This user has no email address.', 'userId');
  return { email: user.email, userId: user.id, userSessionEpoch: user.sessionEpoch };
}

/** The user of the returned link: its holder can sign in as this user. */
async function holderOf({ tx, actor }: Context, { email, userId }: Addressee) {
  const where = email ? { email } : { id: userId ?? '' };
  const user = await tx.user.findUnique({ where, select: userColumns });
  if (!user && email)
    throw badUserInput(
      'No account has this address. A link that is sent to it can create one: set sendsMail.',
      'email',
    );
  if (!user) throw notFound('user', 'userId');
  await assertMayGrant({ tx, actor }, { holderId: user.id });
  return { email: null, userId: user.id, userSessionEpoch: user.sessionEpoch };
}
