import { languages } from '../../vocabulary/languages.ts';
import type { Texts } from '../texts/index.ts';
import type { Fields } from '../flow/answer.ts';
import { identifierOf } from '../person-name.ts';
import type { Member } from './member.ts';
import { type FormField, newPassword } from '../pages/form-field.ts';

/** Claims of the profile that its form has, in order. */
const claims = ['givenName', 'familyName', 'nickname', 'website', 'birthdate', 'locale', 'zoneinfo'] as const;
type Claim = (typeof claims)[number];

const claimOf = ({ account }: Member, claim: Claim): string =>
  ((account.profile ?? {}) as Partial<Record<Claim, string | null>>)[claim] ?? '';

/** The fields of the profile. */
export function profileFields(member: Member): readonly FormField[] {
  const { account, texts } = member;
  const words = texts.account;
  const text = (name: Claim, autocomplete: string, more: Partial<FormField> = {}): FormField => ({
    name,
    label: words[name],
    type: 'text',
    value: claimOf(member, name),
    autocomplete,
    maxLength: 256,
    ...more,
  });
  return [
    {
      name: 'name',
      label: words.fullName,
      type: 'text',
      value: account.name ?? '',
      autocomplete: 'name',
      maxLength: 128,
    },
    text('givenName', 'given-name'),
    text('familyName', 'family-name'),
    text('nickname', 'nickname'),
    text('website', 'url', { type: 'url', maxLength: 2048 }),
    text('birthdate', 'bday', { hint: words.birthdateHint, maxLength: 10 }),
    text('locale', 'off', { type: 'select', options: languageOptions(claimOf(member, 'locale'), words) }),
    text('zoneinfo', 'off', { hint: words.zoneinfoHint }),
  ];
}

/** The languages that the pages have, each by its own name, and the present one whatever it is. */
function languageOptions(present: string, { localeOfBrowser }: Texts['account']) {
  const isOther = present !== '' && !languages.some((tag) => tag === present);
  const tags = isOther ? [present, ...languages] : languages;
  const named = tags.map((tag) => [tag, new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag] as const);
  return [['', localeOfBrowser] as const, ...named];
}

/** The input that the form of the profile makes: an empty field removes its value. */
export const profileOf = (fields: Fields) => ({
  name: fields['name'] || null,
  profile: Object.fromEntries(claims.map((claim) => [claim, fields[claim] || null])),
});

export const usernameField = ({ account, texts }: Member): readonly FormField[] => [
  {
    name: 'username',
    label: texts.account.username,
    type: 'text',
    value: account.username ?? '',
    autocomplete: 'username',
    maxLength: 128,
    isExact: true,
    isRequired: true,
  },
];

export const pictureField = ({ texts }: Member): readonly FormField[] => [
  { name: 'image', label: texts.account.pictureFile, type: 'file', isRequired: true },
];

export const passwordFields = ({ texts, policy }: Member): readonly FormField[] => [
  newPassword(policy.password.minimum, texts),
  { name: 'endsOtherSessions', label: texts.account.endOthers, type: 'checkbox', value: 'true', isChecked: true },
];

export const factorField = ({ texts }: Member): readonly FormField[] => [
  { name: 'name', label: texts.account.factorName, type: 'text', maxLength: 128, isRequired: true },
];

/** The identifier that a person types to confirm the deletion of their account. */
export function confirmationField({ account, texts }: Member): readonly FormField[] {
  const identifier = identifierOf(account) ?? account.id;
  const label = texts.account.confirmation(identifier);
  return [{ name: 'confirmation', label, type: 'text', maxLength: 512, isRequired: true, isExact: true }];
}
