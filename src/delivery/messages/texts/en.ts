import type {
  AccountChange,
  CodeParameters,
  NoticeParameters,
} from '../../../vocabulary/connectors/message-templates.ts';
import { type Facts, factsOf, type MessageText, type MessageTexts } from './text.ts';

const product = 'Mandate';

export const en: MessageTexts = {
  'sign-in-code': (parameters) =>
    code(parameters, {
      subject: `Your code to sign in${to(parameters)}`,
      purpose: `to sign in${to(parameters)}`,
      action: 'Sign in with this link',
    }),
  'sign-up-code': (parameters) =>
    code(parameters, {
      subject: `Your code to create an account${at(parameters)}`,
      purpose: `to create your account${at(parameters)}`,
      action: 'Continue with this link',
    }),
  'reset-code': (parameters) =>
    code(parameters, {
      subject: `Your code to reset your password${at(parameters)}`,
      purpose: `to set a new password${at(parameters)}`,
      action: 'Continue with this link',
    }),
  'link-address-code': (parameters) =>
    code(parameters, {
      subject: `Your code to add this address${at(parameters)}`,
      purpose: `to add this address to your account${at(parameters)}`,
      action: 'Continue with this link',
    }),
  'no-account': (parameters) => ({
    subject: `No account with this address${at(parameters)}`,
    paragraphs: [`Someone tried to sign in${to(parameters)} with this address, but no account uses it.`],
    closing: ['If this was you, try another address.', ignore],
    sms: `Someone tried to sign in${to(parameters)} with this number, but no account uses it.`,
  }),
  'account-locked': (parameters) => ({
    subject: 'Your account is locked for now',
    paragraphs: ['There were too many failed attempts to sign in to your account, so it is locked for a while.'],
    facts: facts(parameters),
    closing: [
      'If this was you, wait, or sign in in another way.',
      'If it was not you, you do not need to do anything: the attempts failed.',
    ],
    sms: 'Your account is locked for a while, because there were too many failed attempts to sign in.',
  }),
  'too-many-codes': (parameters) => ({
    subject: 'Too many codes were requested for your account',
    paragraphs: ['So many codes were requested for your account that no more are sent for up to a day.'],
    facts: facts(parameters),
    closing: [
      'In a browser in which you have signed in before, you still get codes. You can also sign in with a passkey, or with your password.',
      'If it was not you, you do not need to do anything: the codes were sent to you only. Do not give them to anyone.',
    ],
    sms: 'Too many codes were requested for your account, so no more are sent for up to a day. In a browser in which you have signed in before, you still get codes.',
  }),
  'password-changed': (parameters, { reset }) => ({
    subject: 'Your password was changed',
    paragraphs: ['The password of your account was changed.'],
    facts: facts(parameters),
    link: reset,
    action: 'Reset the password',
    closing: ['If this was not you, reset your password now. If it was you, there is nothing to do.'],
    sms: `The password of your account was changed. If this was not you, reset it now: ${reset}`,
  }),
  'factors-removed': (parameters) => ({
    subject: 'Your second factors were removed',
    paragraphs: ['The second factors of your account, such as passkeys and authenticator apps, were removed.'],
    facts: facts(parameters),
    closing: ['If you did not request this, contact your administrator now.'],
    sms: 'The second factors of your account were removed. If you did not request this, contact your administrator.',
  }),
  'address-changed': ({ link, until, ...parameters }) => ({
    subject: 'An address of your account was changed',
    paragraphs: [
      'An email address or phone number of your account was replaced or removed. If this was you, there is nothing to do.',
      'If it was not you, take the change back: your earlier address is restored, you are signed out everywhere, and you set a new password.',
    ],
    facts: facts(parameters),
    action: 'Take the change back',
    closing: [`The link is valid until ${date(until)}. Do not forward it to anyone.`],
    sms: `An address of your account was changed. If this was not you, take it back until ${date(until)}: ${link}`,
  }),
  'account-deletion': ({ link, until, ...parameters }) => ({
    subject: 'Your account is to be deleted',
    paragraphs: [
      `Your account is to be deleted on ${date(until)}. Until then, no one can sign in to it. If this was you, there is nothing to do.`,
      'If it was not you, or you want to keep the account, open the link.',
    ],
    facts: facts(parameters),
    action: 'Keep the account',
    closing: [`The link is valid until ${date(until)}. Do not forward it to anyone.`],
    sms: `Your account is to be deleted on ${date(until)}. To keep it, open this link before: ${link}`,
  }),
  'account-changed': ({ change, ...parameters }, { reset }) => ({
    subject: 'Your account was changed',
    paragraphs: [changes[change]],
    facts: facts(parameters),
    link: reset,
    action: 'Reset the password',
    closing: [
      'If this was not you, reset your password now, and look at what you sign in with. If it was you, there is nothing to do.',
    ],
    sms: `${changes[change]} If this was not you, reset your password now: ${reset}`,
  }),
  impersonated: ({ time, until, administratorName, applicationName }) => {
    const who = administratorName ?? 'An administrator';
    return {
      subject: 'An administrator acts as you',
      paragraphs: [`${who} acts as you in ${applicationName}, until ${date(until)} at the latest.`],
      facts: facts({ time }),
      closing: [
        'In the activity of your account you see why. There you can also end it, among your applications.',
        'If you do not expect it, ask your administrator.',
      ],
      sms: `${who} acts as you in ${applicationName}, until ${date(until)} at the latest. You see why in the activity of your account.`,
    };
  },
  'organization-invitation': ({ organizationName, inviterName, link, days }) => {
    const invitation = `${inviterName ?? 'An administrator'} invites you to the organization ${organizationName}.`;
    return {
      subject: `Invitation to ${organizationName}`,
      paragraphs: [invitation],
      action: 'Open the invitation',
      closing: [`The invitation is valid for ${plural(days, 'day')}.`, unexpected],
      sms: `${invitation} ${link}`,
    };
  },
  'one-time-link': ({ link, until }) => ({
    subject: 'Your link to sign in',
    paragraphs: [
      'An administrator has sent you a link to sign in. Open it in the browser in which you want to be signed in.',
    ],
    action: 'Sign in with this link',
    closing: [`The link is valid until ${date(until)} and works once. Do not forward it to anyone.`, unexpected],
    sms: `Sign in with this link, which is valid until ${date(until)} and works once: ${link}`,
  }),
  'connector-test': ({ time }) => ({
    subject: 'Test message',
    paragraphs: [`This is a test of a connector. It was sent on ${date(time)}.`],
    closing: [],
    sms: `This is a test of a connector, sent on ${date(time)}.`,
  }),
};

const changes: Record<AccountChange, string> = {
  'address-added': 'An email address or phone number was added to your account.',
  'address-removed': 'An email address or phone number was removed from your account.',
  'factor-added': 'A passkey or an authenticator app was added to your account.',
  'factor-removed': 'A passkey or an authenticator app was removed from your account.',
  'identity-linked': 'An account at another provider was linked to your account. It can be used to sign in.',
  'identity-unlinked': 'An account at another provider is no longer linked to your account.',
  'codes-renewed': 'The backup codes of your account were replaced.',
  'username-changed': 'The username of your account was changed.',
  'password-removed': 'The password of your account was removed.',
};

const ignore = 'If this was not you, ignore this message.';
const unexpected = 'If you did not expect it, ignore this message.';

const at = ({ applicationName }: { applicationName?: string | undefined }): string =>
  ` at ${applicationName ?? product}`;
const to = ({ applicationName }: { applicationName?: string | undefined }): string =>
  ` to ${applicationName ?? product}`;

function code(
  { code: digits, minutes, ...parameters }: CodeParameters,
  { subject, purpose, action }: { subject: string; purpose: string; action: string },
): MessageText {
  const validity = `The code is valid for ${plural(minutes, 'minute')} and works once.`;
  return {
    subject,
    paragraphs: [`Enter this code ${purpose}:`],
    action,
    facts: facts(parameters),
    closing: [`${validity} Do not give it to anyone.`, ignore],
    sms: `${digits} is your code ${purpose}. ${validity} If this was not you, ignore it.`,
  };
}

const facts = ({ time, place, device }: Partial<NoticeParameters>): Facts =>
  factsOf([
    ['Time', time && date(time)],
    ['Address', place],
    ['Browser', device],
  ]);

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const date = (time: string): string => `${format.format(new Date(time))} UTC`;
