import { type Markup, markup } from '../../../http/markup.ts';
import type { ProviderFacts } from '../../../domain/flow/facts.ts';
import { readAccountFactors } from '../../../store/account/account.ts';
import { readAccountIdentities } from '../../../store/identity-providers/identities.ts';
import { shownProviders } from '../../../store/identity-providers/shown.ts';
import { kindOfFactor } from '../objects.ts';
import { act, type DrawPage, isAllowed, type View } from '../view.ts';
import { inOneLine, type Row, rows, section } from './parts.ts';

/** The ways in which the person signs in: password, factors, backup codes, linked accounts, addresses. */
export const securityPage: DrawPage = async (view) => {
  const { member, services } = view;
  const { texts, account } = member;
  const words = texts.account;
  const { prisma } = services.database;
  const [factors, identities, providers] = await Promise.all([
    readAccountFactors(prisma, account.id),
    readAccountIdentities(prisma, account.id),
    shownProviders(prisma),
  ]);
  return markup`${section(words.password, rows([passwordRow(view)], ''))}${section(
    words.factors,
    markup`${rows(
      factors.map((factor) => factorRow(view, factor)),
      words.noFactors,
    )}${newFactors(view)}`,
  )}${factors.length ? section(words.backupCodes, rows([codesRow(view)], '')) : ''}${
    identities.length || providers.length
      ? section(
          words.linkedAccounts,
          markup`${rows(
            identities.map((identity) => identityRow(view, identity)),
            words.noLinkedAccounts,
          )}${newIdentities(view, providers, identities)}`,
        )
      : ''
  }${section(words.addresses, rows([emailRow(view), ...phoneRows(view)], ''))}`;
};

function passwordRow(view: View): Row {
  const { account, texts } = view.member;
  const words = texts.account;
  return {
    title: account.hasPassword ? words.hasPassword : words.noPassword,
    details: managed(view, 'password'),
    acts: [
      act(view, 'password', account.hasPassword ? words.change : words.add),
      ...(account.hasPassword ? [act(view, 'remove-password', words.remove)] : []),
    ],
  };
}

/** Why a row has no buttons. */
const managed = ({ member }: View, name: Parameters<typeof isAllowed>[1]): string[] =>
  isAllowed(member, name) ? [] : [member.texts.account.managed];

type Factor = Awaited<ReturnType<typeof readAccountFactors>>[number];

function factorRow(view: View, { id, kind, name, createdAt, lastUsedAt }: Factor): Row {
  const { member, times } = view;
  const words = member.texts.account;
  const object = { id, name };
  return {
    title: object.name,
    mark: kindOfFactor(kind, words),
    details: [
      inOneLine(words.addedOn(times.text(createdAt)), lastUsedAt && words.lastUsed(times.text(lastUsedAt))),
      ...managed(view, 'rename-factor'),
    ],
    acts: [act(view, 'rename-factor', words.rename, object), act(view, 'remove-factor', words.remove, object)],
  };
}

function newFactors(view: View): Markup {
  const { texts, policy } = view.member;
  const { ways } = policy.second;
  const takesPasskeys = ways.includes('passkey') || policy.first.includes('passkey');
  return markup`<div class="acts below">${takesPasskeys ? act(view, 'add-passkey', texts.account.addPasskey) : ''}${
    ways.includes('totp') ? act(view, 'add-app', texts.account.addApp) : ''
  }</div>`;
}

type Identity = Awaited<ReturnType<typeof readAccountIdentities>>[number];

function identityRow(view: View, { id, name, identityProviderName, createdAt, lastUsedAt }: Identity): Row {
  const { member, times } = view;
  const words = member.texts.account;
  return {
    title: identityProviderName,
    details: [
      ...(name === null ? [] : [name]),
      words.linkedOn(times.text(createdAt)),
      ...(lastUsedAt ? [words.lastUsed(times.text(lastUsedAt))] : []),
      ...managed(view, 'unlink-identity'),
    ],
    acts: [act(view, 'unlink-identity', words.unlink, { id, name: identityProviderName })],
  };
}

/** A button for each identity provider that is not linked. */
function newIdentities(view: View, providers: readonly ProviderFacts[], identities: readonly Identity[]): Markup {
  const { texts } = view.member;
  const isLinked = ({ id }: ProviderFacts) => identities.some(({ identityProviderId }) => identityProviderId === id);
  const others = providers.filter((provider) => !isLinked(provider));
  return markup`<div class="acts below">${others.map(({ id, name }) =>
    act(view, 'link-identity', texts.account.link(name), { id, name }),
  )}</div>`;
}

function codesRow(view: View): Row {
  const { account, texts, policy } = view.member;
  const words = texts.account;
  return {
    title: words.backupCodesLeft(account.backupCodesLeft),
    acts: policy.second.ways.includes('backup-code') ? [act(view, 'backup-codes', words.createCodes)] : [],
  };
}

function emailRow(view: View): Row {
  const { account, texts } = view.member;
  const { email, emailVerifiedAt } = account;
  const words = texts.account;
  return {
    title: email === null ? words.noEmail : markup`<span dir="ltr">${email}</span>`,
    mark: email === null ? undefined : emailVerifiedAt ? words.isVerified('email') : words.isNotVerified,
    details: [...(email === null ? [] : [words.email]), ...managed(view, 'add-email')],
    acts: [
      act(view, 'add-email', email === null ? words.add : words.change),
      ...(email === null ? [] : [act(view, 'remove-email', words.remove)]),
    ],
  };
}

/** None if no number can be added. */
function phoneRows(view: View): Row[] {
  const { account, texts, policy } = view.member;
  const { phone, phoneVerifiedAt } = account;
  const words = texts.account;
  if (phone === null && !policy.phone.countries.length) return [];
  const row = {
    title: phone === null ? words.noPhone : markup`<span dir="ltr">${phone}</span>`,
    mark: phone === null ? undefined : phoneVerifiedAt ? words.isVerified('phone') : words.isNotVerified,
    details: [...(phone === null ? [] : [words.phone]), ...managed(view, 'add-phone')],
    acts: [
      ...(policy.phone.countries.length ? [act(view, 'add-phone', phone === null ? words.add : words.change)] : []),
      ...(phone === null ? [] : [act(view, 'remove-phone', words.remove)]),
    ],
  };
  return [row];
}
