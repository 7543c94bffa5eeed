import { allowsPasskeys } from '../domain/flow/passkey-host.ts';
import { identifyRequest } from '../http/request-ids.ts';
import type { HttpBindings } from '@hono/node-server';
import type { PendingInteraction } from '../oidc/provider/pending-interaction.ts';
import { returnCookie } from './cookies/return-cookie.ts';
import { wayCookie } from './cookies/way-cookie.ts';
import { deviceCookie } from './cookies/device-cookie.ts';
import { deviceLabel } from './device-label.ts';
import { downloadCodes, respond, respondBusy } from './flow-response.ts';
import type { AnswerResult, Fields } from './flow/answer.ts';
import type { InTurn } from './flow/in-turn.ts';
import { pageOf } from './flow/page.ts';
import { readStep } from './flow/step.ts';
import { type Binding, type FlowServices, newFlowOf, type Visit } from './flow/visit.ts';
import { answerStep } from './flow/ways.ts';
import { findLink, type Link } from '../store/one-time-tokens/links.ts';
import { flowCookie, linkCookie } from './link/cookies.ts';
import { closedSignal, type PageContext } from './requests.ts';
import { languageFor } from './texts/index.ts';

export interface StepServices extends FlowServices {
  config: { publicUrl: string };
  /** IP address of the client, and the network whose limits apply. */
  clientOf(request: HttpBindings['incoming']): Pick<Visit, 'address' | 'network'>;
  /** The answers to one page, one after another. */
  inTurn: InTurn;
  /** Counts answers by outcome, for the metrics. */
  countAnswer(outcome: string): void;
}

/** The authorization request or page that a flow is bound to, and begins with. */
export interface Opening
  extends Binding,
    Pick<Visit, 'uid' | 'browser' | 'action' | 'loginHint'>,
    Pick<PendingInteraction, 'languages' | 'requestedLevel' | 'session' | 'userId'> {}

/** The present step of a flow; undefined if it is over. */
export async function showFlow(
  context: PageContext,
  opening: Opening,
  services: StepServices,
): Promise<Response | undefined> {
  const { visit } = await visitOf(context, opening, services);
  const step = await readStep(services, visit);
  if (!step) return undefined;
  flowCookie(context, services.config.publicUrl).keep(visit.uid);
  return respond(context, pageOf(step, visit), visit, services);
}

/** Answers the present step, with a slot in the hashing queue if a password is compared. */
export async function submitFlow(context: PageContext, opening: Opening, fields: Fields, services: StepServices) {
  const { visit, device, link, way } = await visitOf(context, opening, services);
  const { uid: page, address, signal } = visit;
  const account = (fields['identifier'] ?? '').trim().toLowerCase();
  const hashes = needsHash(fields);
  const slot = hashes ? services.passwords.enter({ address, page, account, signal }) : undefined;
  if (hashes && !slot) {
    services.countAnswer('too-busy');
    const step = await readStep(services, visit);
    if (!step) return 'over';
    const { identifier } = fields;
    const shown = { problem: { name: 'too-busy' }, entry: 'password', ...(identifier && { identifier }) } as const;
    return respondBusy(context, pageOf(step, visit, shown), visit, services);
  }
  try {
    // Before the first statement of the attempt: while others are hashed, it waits here.
    if (fields['password']) await slot?.begin();
    if (slot) await services.registerHashes();
    const answered = await services.inTurn(visit.newFlow.id, () => {
      signal.throwIfAborted();
      return answerStep({ services, visit, slot }, fields);
    });
    if (answered === 'over') return answered;
    services.countAnswer(outcomeOf(answered));
    if (!('page' in answered)) {
      if ('userId' in answered) device.keep(answered.replacedDevice);
      if ('userId' in answered && answered.way) way.keep(answered.way);
      if (link.value !== undefined) link.remove();
      return answered;
    }
    if (slot && answered.page.problem) await slot.refuse();
    if (fields['way'] === 'download' && answered.page.step === 'backup-codes')
      return downloadCodes(context, answered.page);
    return await respond(context, answered.page, visit, services);
  } catch (error) {
    // The client closed the connection: no response can be received.
    if (signal.aborted) return context.body(null, 400);
    throw error;
  } finally {
    slot?.leave();
  }
}

/** Answers without a slot in the hashing queue are refused by the steps that take a password. */
const needsHash = ({ way = 'answer', step, code, passkey, 'backup-code': backupCode, ...rest }: Fields): boolean => {
  const isIdentifierAlone = rest['identifier'] !== undefined && !rest['password'];
  const isOther = step === 'backup-codes' || code !== undefined || backupCode !== undefined || Boolean(passkey);
  return way === 'answer' && !isIdentifierAlone && !isOther;
};

const outcomeOf = (answered: Exclude<AnswerResult, 'over'>): string => {
  if (!('page' in answered)) return 'finished';
  return answered.page.refused ?? answered.page.problem?.name ?? 'continued';
};

async function visitOf(context: PageContext, opening: Opening, services: StepServices) {
  const {
    uid,
    binding,
    browser,
    action,
    application,
    purpose,
    loginHint,
    languages: requested,
    requestedLevel,
    session,
    userId,
  } = opening;
  // A person who is signed in has an account already.
  const begins = session ? 'sign-in' : purpose;
  const device = deviceCookie(context, services.ids, services.config.publicUrl);
  const link = linkCookie(context, services.config.publicUrl);
  const way = wayCookie(context, services.config.publicUrl);
  const visit: Visit = {
    uid,
    newFlow: newFlowOf(services.ids, { binding, application, purpose: begins }),
    member: undefined,
    channel: 'sign-in',
    browser,
    action,
    lastWay: way.value,
    returnSecret: returnCookie(context, services.config.publicUrl, action).value,
    linkText: link.value,
    link: await linkOf(link.value, services),
    application,
    loginHint,
    purpose: begins,
    ...identifyRequest(context.env.incoming, context.env.outgoing, services.ids),
    ...services.clientOf(context.env.incoming),
    signal: closedSignal(context),
    newDeviceHash: device.nextHash,
    describeDevice: () => deviceLabel(context.req.header('user-agent')),
    request: {
      deviceHashes: device.hashes,
      session: session ? { userId: session.userId, since: session.since } : null,
      requestedLevel,
      canUsePasskeys: allowsPasskeys(services.config.publicUrl),
    },
    amr: session?.amr ?? [],
    signedInUserId: userId,
    language: languageFor(context.req.header('accept-language'), requested),
  };
  return { visit, device, link, way };
}

/** The link that the browser keeps, if it can be used. */
async function linkOf(text: string | undefined, { database, clock }: StepServices): Promise<Link | undefined> {
  const link = text === undefined ? undefined : await findLink(database.prisma, text, clock.now());
  return link?.status === 'valid' ? link : undefined;
}
