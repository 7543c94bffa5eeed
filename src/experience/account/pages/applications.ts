import { markup } from '../../../http/markup.ts';
import type { Prisma } from '../../../platform/database/database.ts';
import { findImpersonations, type Impersonation } from '../../../store/impersonations/impersonations.ts';
import { readConsents } from '../../../store/account/consents.ts';
import { isBuiltInApplication } from '../../../vocabulary/built-in-applications.ts';
import type { Texts } from '../../texts/index.ts';
import { act, type DrawPage, type View } from '../view.ts';
import { type Row, rows, section } from './parts.ts';

/** Administrators who act as the person, third parties with consent, and the applications of the present sessions. */
export const applicationsPage: DrawPage = async (view) => {
  const { member, services, now } = view;
  const words = member.texts.account;
  const { prisma } = services.database;
  const impersonations = await findImpersonations(prisma, [member.account.id], now);
  const consents = await readConsents(prisma, [member.account.id], now);
  const [meanings, names] = await Promise.all([
    meaningsOf(
      prisma,
      consents.flatMap(({ scopes }) => scopes),
      member.texts,
    ),
    applicationNames(view),
  ]);
  const actedAs = impersonations.map((impersonation) => impersonationRow(view, impersonation));
  return markup`${actedAs.length ? section(words.impersonations, rows(actedAs, '')) : ''}${section(
    words.consents,
    rows(
      consents.map((consent) => consentRow(view, consent, meanings)),
      words.noConsents,
    ),
  )}${section(
    words.usedApplications,
    rows(
      names.map((name) => ({ title: name })),
      words.noApplications,
    ),
  )}`;
};

function impersonationRow(view: View, impersonation: Impersonation): Row {
  const { id, administratorName, applicationName, reason, startedAt, expiresAt } = impersonation;
  const { texts } = view.member;
  const words = texts.account;
  const name = administratorName ?? words.by.administrator;
  return {
    title: name,
    details: [
      words.through(applicationName),
      markup`${words.reason}${texts.colon}${reason}`,
      words.actsFromTo(view.times.text(startedAt), view.times.text(expiresAt)),
    ],
    acts: [act(view, 'end-impersonation', words.actions['end-impersonation'].button, { id, name })],
  };
}

type Consent = Awaited<ReturnType<typeof readConsents>>[number];

function consentRow(view: View, consent: Consent, meanings: ReadonlyMap<string, string>): Row {
  const { applicationId: id, applicationName: name, scopes, consentedAt } = consent;
  const words = view.member.texts.account;
  const abilities = scopes.map((scope) => markup`<li>${meanings.get(scope) ?? scope}</li>`);
  return {
    title: name,
    details: [
      words.allowedOn(view.times.text(consentedAt)),
      markup`${words.canDo}${view.member.texts.colon}<ul>${abilities}</ul>`,
    ],
    acts: [act(view, 'revoke-consent', words.actions['revoke-consent'].button, { id, name })],
  };
}

/** The meanings of scopes: those of the identity in our words, others as their administrators describe them. */
async function meaningsOf(prisma: Prisma, scopes: readonly string[], { consent }: Texts): Promise<Map<string, string>> {
  const names = [...new Set(scopes)];
  const stored = await prisma.scope.findMany({
    where: { name: { in: names } },
    select: { name: true, description: true },
  });
  const described = stored.flatMap(({ name, description }) => (description ? [[name, description] as const] : []));
  const ours = names.flatMap((name) => {
    const text = consent.scopes[name];
    return text === undefined ? [] : [[name, text] as const];
  });
  return new Map([...described, ...ours]);
}

/** Names of the applications that the present sessions were used for. */
async function applicationNames({ member, services, now }: View): Promise<string[]> {
  const { prisma } = services.database;
  const sessions = await services.findSessions(prisma, [member.account.id], now);
  const ids = [...new Set(sessions.flatMap(({ applicationIds }) => applicationIds))];
  const applications = await prisma.application.findMany({
    where: { id: { in: ids.filter((id) => !isBuiltInApplication(id)) } },
    select: { name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return applications.map(({ name }) => name);
}
