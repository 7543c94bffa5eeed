import { requestIdsIn } from '../../domain/trace-context.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Origin } from '../../kernel/types.ts';
import { identifyRequest } from '../../http/request-ids.ts';
import { keepAnswer } from '../../store/flows/challenges.ts';
import type { Flow } from '../../store/flows/flow.ts';
import type { NewFlow } from '../../store/flows/progress.ts';
import type { LinkPurpose } from '../../vocabulary/flows.ts';
import { returnCookie } from '../cookies/return-cookie.ts';
import { deviceLabel } from '../device-label.ts';
import type { Fields } from '../flow/answer.ts';
import type { Visit } from '../flow/visit.ts';
import { wayTo } from '../flow/provider-way.ts';
import { downloadCodes, respond } from '../flow-response.ts';
import { closedSignal, type PageContext } from '../requests.ts';
import { redirect } from '../responses.ts';
import type { AccountAction, ActionName } from './actions.ts';
import {
  answerMemberFlow,
  beginMemberFlow,
  findMemberFlow,
  type FlowProgress,
  readMemberFlow,
} from './member-flows.ts';
import { memberVisit } from './member-visit.ts';
import type { Member, MemberServices } from './member.ts';
import { sealNotice } from './sealed-state.ts';

/** The page to which the flows return. */
const backAddress = '/account/security';

/** The steps of a flow of an account, as pages: those of a sign-in, with the person of the session. */
interface FlowVisit {
  context: PageContext;
  services: MemberServices;
  member: Member;
}

export const originOf = ({ context: { env }, services }: Pick<FlowVisit, 'context' | 'services'>): Origin => ({
  ...requestIdsIn(identifyRequest(env.incoming, env.outgoing, services.ids)),
  channel: 'account',
});

/** Begins the flow of an action. Its first step is a page of its own, or that of an identity provider. */
export async function beginFlow(
  visiting: FlowVisit,
  input: ReturnType<NonNullable<AccountAction['flow']>>,
): Promise<Response> {
  const { member, services } = visiting;
  const begins = { caller: member.currentActor, input, origin: originOf(visiting) };
  const { flow, visit } = await beginMemberFlow(services, begins, (begun, actor) => visitOf(visiting, begun, actor));
  if (input.identityProviderId !== undefined) {
    const answer = { step: 'upstream', way: wayTo({ id: input.identityProviderId }) };
    return show(visiting, visit, await answerMemberFlow(services, visit, flow, answer));
  }
  return redirect(visiting.context, `/account/flows/${flow.id}`);
}

/** The present step. */
export async function showFlowPage(visiting: FlowVisit, flowId: string): Promise<Response> {
  const { services, member } = visiting;
  const flow = await findMemberFlow(services.database.prisma, member.actor, flowId);
  if (!flow) return goBack(visiting, 'gone');
  const visit = visitOf(visiting, flow, member.actor);
  const progress = await readMemberFlow(services, visit, flow);
  if ('page' in progress) await confirmBrowser(services, progress.page.flow.challenge);
  return show(visiting, visit, progress);
}

/**
 * The browser of the session has come back from an identity provider: an application with a token of the same session,
 * which has no browser, can go on, too.
 */
async function confirmBrowser({ database, secretBox }: MemberServices, challenge: Flow['challenge']): Promise<void> {
  if (challenge?.returned?.browserHash === undefined) return;
  const { browserHash: _browserHash, ...returned } = challenge.returned;
  const answer = secretBox.seal(Buffer.from(JSON.stringify(returned)));
  await keepAnswer(database.prisma, { challengeId: challenge.id, answer });
}

/** Answers the present step. */
export async function submitFlowPage(visiting: FlowVisit, flowId: string, fields: Fields): Promise<Response> {
  const { context, services, member } = visiting;
  const flow = await findMemberFlow(services.database.prisma, member.actor, flowId);
  if (!flow) return goBack(visiting, 'gone');
  const visit = visitOf(visiting, flow, member.actor);
  const progress = await answerMemberFlow(services, visit, flow, fields);
  if ('page' in progress && fields['way'] === 'download' && progress.page.step === 'backup-codes')
    return downloadCodes(context, progress.page);
  return show(visiting, visit, progress);
}

const show = (visiting: FlowVisit, visit: Visit, progress: FlowProgress): Promise<Response> | Response => {
  if ('page' in progress) return respond(visiting.context, progress.page, visit, visiting.services);
  return goBack(visiting, progress.state === 'finished' ? noticeOf[progress.flow.purpose] : 'gone');
};

/** The notice after a flow: that of the action that has begun it. */
const noticeOf: Readonly<Record<LinkPurpose, ActionName>> = {
  'link-email': 'add-email',
  'link-phone': 'add-phone',
  'link-factor': 'add-passkey',
  'link-identity': 'link-identity',
};

const goBack = ({ context, services }: FlowVisit, notice: string): Response =>
  redirect(context, `${backAddress}?notice=${sealNotice(services, notice)}`);

/** The browser is that of the request: its address and name are in the record of the flow, and in messages. */
function visitOf(visiting: FlowVisit, flow: NewFlow, actor: Actor): Visit {
  const { context, services, member } = visiting;
  const call = { actor, caller: member.currentActor, origin: originOf(visiting) };
  return memberVisit(services, flow, call, {
    ...services.clientOf(context.env.incoming),
    applicationName: member.texts.account.name,
    action: `/account/flows/${flow.id}`,
    returnSecret: returnCookie(context, services.config.publicUrl, `/account/flows/${flow.id}`).value,
    back: backAddress,
    describeDevice: () => deviceLabel(context.req.header('user-agent')),
    signal: closedSignal(context),
    language: member.texts.language,
  });
}
