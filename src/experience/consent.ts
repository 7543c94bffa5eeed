import { copiedLogoPath, logosOf } from '../domain/branding/brand.ts';
import { isFailure } from '../domain/failure.ts';
import { trialOfAddress } from '../domain/oauth/sign-in-trial.ts';
import { brandingOf } from '../domain/branding/branding.ts';
import type { PendingInteraction, RequestedScopes } from '../oidc/provider/pending-interaction.ts';
import { identifyRequest } from '../http/request-ids.ts';
import { countFor } from '../kernel/account-limit.ts';
import { personOnPages } from '../kernel/actor.ts';
import type { Execute, KernelServices } from '../kernel/types.ts';
import { recordConsent } from '../operations/flows/record-consent.ts';
import type { Database } from '../platform/database/database.ts';
import type { Ids } from '../platform/ids/ids.ts';
import { consentAnswers, type ConsentForm, type ConsentSection, consentPage } from './pages/consent-page.ts';
import { branded, type PageContext, textsOf, wantsJson } from './requests.ts';
import { headersIn, refuseMore } from './responses.ts';
import { nameOf } from './person-name.ts';
import type { Texts } from './texts/index.ts';

interface ConsentServices {
  database: Pick<Database, 'prisma'>;
  execute: Execute;
  ids: Ids;
  config: { publicUrl: string };
}

type LimitServices = Pick<ConsentServices, 'config' | 'database'> & Pick<KernelServices, 'secretBox' | 'clock'>;

/** Asks for consent, as a page or as JSON. */
export async function showConsent(
  context: PageContext,
  pending: PendingInteraction,
  services: Pick<ConsentServices, 'database'>,
): Promise<Response> {
  const texts = textsOf(context, pending.languages);
  const form = await consentForm(pending, services, texts);
  if (wantsJson(context)) return context.json(consentAsJson(form), 200, headersIn(texts));
  return context.html(consentPage(form, await branded(context, texts)), 200, headersIn(texts));
}

/** Whether a consent is recorded: first parties need none, and that of a trial sign-in ends with it. */
const isRecorded = ({ application, returnAddress }: PendingInteraction, publicUrl: string): boolean =>
  application.isThirdParty && trialOfAddress(returnAddress, publicUrl) === undefined;

/**
 * Counts a consent before anything is stored. Beyond the limit, the refusal: who consents, has it taken back and
 * consents again would fill the log. What ends is never refused.
 */
export async function refusedConsent(
  context: PageContext,
  pending: PendingInteraction,
  { database, secretBox, clock, config }: LimitServices,
): Promise<Response | undefined> {
  const { userId: id, languages } = pending;
  if (id === undefined || !isRecorded(pending, config.publicUrl)) return undefined;
  try {
    await countFor(database.prisma, secretBox, { kind: 'consents', id, now: clock.now() });
    return undefined;
  } catch (error) {
    if (isFailure(error, 'RATE_LIMITED')) return refuseMore(context, languages, error);
    throw error;
  }
}

/** Records that the person has allowed a third-party application what it requests. */
export async function recordConsentTo(
  { env: { incoming, outgoing } }: PageContext,
  pending: PendingInteraction,
  { execute, ids, config }: Pick<ConsentServices, 'execute' | 'ids' | 'config'>,
): Promise<void> {
  const { uid, userId, application, requested } = pending;
  if (userId === undefined || !isRecorded(pending, config.publicUrl)) return;
  const names = [...requested.identity, ...requested.resources.flatMap(({ scopes }) => scopes)];
  const input = { flowId: uid, applicationId: application.id, scopes: [...new Set(names)] };
  const origin = { channel: 'sign-in', ...identifyRequest(incoming, outgoing, ids) } as const;
  await execute(recordConsent, personOnPages(uid, userId), input, origin);
}

async function consentForm(
  { uid, application, userId, requested, returnAddress }: PendingInteraction,
  { database }: Pick<ConsentServices, 'database'>,
  texts: Texts,
): Promise<ConsentForm> {
  const user = await database.prisma.user.findUnique({ where: { id: userId ?? '' } });
  const where = { id: application.id };
  const shown = await database.prisma.application.findUnique({ where, select: { logoUri: true, branding: true } });
  const { isThirdParty } = application;
  const ownLogo = shown && logosOf(brandingOf(shown))?.light;
  const copy = shown?.logoUri ? copiedLogoPath({ id: application.id, logoUri: shown.logoUri }) : undefined;
  return {
    action: `/sign-in/${uid}`,
    applicationName: application.name,
    returnsTo: placeOf(returnAddress),
    logo: ownLogo ?? copy,
    isLogoAtTop: !isThirdParty || ownLogo !== undefined,
    isThirdParty,
    isAgent: application.kind === 'AGENT',
    userName: nameOf(user, texts),
    sections: await consentSummary(database, requested, texts),
  };
}

/**
 * The place to which the person returns, as people recognize it: the host, or the scheme of an application on the
 * device.
 */
function placeOf(address: string): string {
  const { protocol, host } = new URL(address);
  return host === '' || !/^https?:$/.test(protocol) ? protocol : host;
}

/** The members of the other steps as JSON (pages/page-json.ts). The flow itself has ended with the sign-in. */
const consentAsJson = ({
  applicationName,
  returnsTo,
  logo,
  isThirdParty,
  isAgent,
  userName,
  sections,
}: ConsentForm) => ({
  purpose: 'sign-in',
  step: {
    name: 'consent',
    fields: { type: 'object', properties: { answer: { type: 'string', enum: consentAnswers } }, required: ['answer'] },
    ways: [],
    details: {
      consent: {
        applicationName,
        returnsTo,
        logo: logo ?? null,
        isThirdParty,
        isAgent,
        userName,
        sections: isThirdParty ? sections : [],
      },
    },
  },
  refused: null,
  problem: null,
});

/** Describes the requested scopes: those of APIs with the descriptions that administrators gave them. */
async function consentSummary(
  database: Pick<Database, 'prisma'>,
  requested: RequestedScopes,
  { consent }: Texts,
): Promise<ConsentSection[]> {
  const identity = requested.identity.map((name) => consent.scopes[name] ?? name);
  const resources = await Promise.all(
    requested.resources.map((resource) => resourceSection(database, resource, consent)),
  );
  return [{ heading: consent.abilities, items: identity }, ...resources].filter(({ items }) => items.length > 0);
}

async function resourceSection(
  database: Pick<Database, 'prisma'>,
  { indicator, scopes }: RequestedScopes['resources'][number],
  { inResource }: Texts['consent'],
): Promise<ConsentSection> {
  const resource = await database.prisma.apiResource.findUnique({
    where: { indicator },
    select: { name: true, scopes: { where: { name: { in: scopes } }, orderBy: { name: 'asc' } } },
  });
  return {
    heading: inResource(resource?.name ?? indicator),
    items: (resource?.scopes ?? []).map(({ name, description }) => description || name),
  };
}
