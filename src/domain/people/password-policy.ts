import { type IsCommon, isPredictable } from './predictable-passwords.ts';
import { isStorable } from '../text.ts';

/** The conditions of a new password. */
interface PasswordPolicy {
  /** Minimum number of characters (code points). */
  minimumLength: number;
}

/** NIST SP 800-63B §3.1.1.2: 8 characters are the least for a password that is used with a second factor. */
const defaultPasswordPolicy: PasswordPolicy = { minimumLength: 8 };

/** UTF-16 code units, as in `passwordSchema` (identifiers.ts). */
const maximumLength = 256;

/** Characters at the start and end of a known word that make it no better: "password2026!". */
const maximumAffix = 6;
/** A shorter common password is no more than a word, of which a good one may consist. */
const minimumCommon = 8;
/** A shorter word of the context occurs in other words. */
const minimumWord = 3;

/** Why a password is refused. */
export type PasswordProblem =
  | 'too-short'
  | 'too-long'
  | 'unstorable'
  | 'common'
  | 'predictable'
  | 'contextual'
  | 'breached';

export interface PasswordContext {
  policy?: PasswordPolicy;
  /** Words that an attacker tries first, from `contextWords`. */
  words?: readonly string[];
  isCommon?: IsCommon;
}

/** The first rule that a new password violates; undefined if it is allowed. Does not know breaches. */
export function passwordProblem(
  password: string,
  { policy = defaultPasswordPolicy, words = [], isCommon = () => false }: PasswordContext,
): PasswordProblem | undefined {
  if (Array.from(password).length < policy.minimumLength) return 'too-short';
  if (password.length > maximumLength) return 'too-long';
  if (!isStorable(password)) return 'unstorable';
  const form = formOf(password);
  if ([form, withoutSigns(form), withoutAffixes(form)].some((text) => text.length >= minimumCommon && isCommon(text)))
    return 'common';
  if (isPredictable(form, isCommon)) return 'predictable';
  return isMadeOf(form, words) ? 'contextual' : undefined;
}

/** The message for a problem: what would be right. */
export const passwordMessage = (problem: PasswordProblem, policy = defaultPasswordPolicy): string =>
  ({
    'too-short': `Must have at least ${policy.minimumLength} characters.`,
    'too-long': `Must have at most ${maximumLength} characters.`,
    unstorable: 'Contains a character that cannot be typed.',
    common: 'Is among the most common passwords. Choose one that is harder to guess.',
    predictable:
      'Is a repetition, a sequence of characters or keys, or a word with a year. Choose one that is harder to guess.',
    contextual: 'Consists of names or addresses that belong to the account. Choose one that is harder to guess.',
    breached: 'Is known from a data breach. Choose another one.',
  })[problem];

/** The code of a problem, with the limit of its length. */
export const passwordLimit = (problem: PasswordProblem) => {
  if (problem === 'too-short') return { code: 'TOO_SHORT', minimum: defaultPasswordPolicy.minimumLength } as const;
  if (problem === 'too-long') return { code: 'TOO_LONG', maximum: maximumLength } as const;
  return { code: 'INVALID_VALUE' } as const;
};

/** Names and addresses that a password must not consist of. */
export interface PasswordNames {
  /** Of the application, of the organization. */
  names?: readonly (string | null | undefined)[];
  user?: Partial<Record<'username' | 'email' | 'phone' | 'name', string | null>>;
}

const product = 'Mandate';

/** The words of names and addresses, and the product's name: whole and in parts, in lower case, the longest first. */
export function contextWords({ names = [], user = {} }: PasswordNames): string[] {
  const texts = [product, ...names, user.username, user.email, user.phone, user.name].map((text) => formOf(text ?? ''));
  const parts = texts.flatMap((text) => [
    text,
    text.replaceAll(/[^\p{L}\p{N}]/gu, ''),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  const words = new Set(parts.filter((word) => word.length >= minimumWord));
  return [...words].sort((one, other) => other.length - one.length);
}

/** One form for the same characters on any keyboard (as in platform/passwords/passwords.ts), and in any case. */
const formOf = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The text without punctuation at its end: "welcome123!" as "welcome123". */
const withoutSigns = (form: string): string => form.replace(/[^\p{L}\p{N}]+$/u, '');

/** The text without digits and punctuation at its start and end, unless there are many of them. */
function withoutAffixes(form: string): string {
  const core = form.replace(/^\P{L}+/u, '').replace(/\P{L}+$/u, '');
  return form.length - core.length <= maximumAffix ? core : form;
}

/** Whether nothing but a few digits and punctuation is left of the text without these words. */
function isMadeOf(form: string, words: readonly string[]): boolean {
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), form);
  return rest !== form && rest.length <= maximumAffix && !/\p{L}/u.test(rest);
}
