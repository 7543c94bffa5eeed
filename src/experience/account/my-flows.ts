import { answerMyFlowInput, checkedStartInput } from '../../domain/account/my-flow-inputs.ts';
import { notFound } from '../../domain/failure.ts';
import { validOrRefused } from '../../domain/problems.ts';
import { requireAccount } from '../../kernel/authorization.ts';
import type { AnsweredFlow, MyFlows } from '../../kernel/my-flows.ts';
import type { FlowServices, Visit } from '../flow/visit.ts';
import {
  answerMemberFlow,
  beginMemberFlow,
  findMemberFlow,
  type FlowProgress,
  type MemberFlowServices,
  readMemberFlow,
} from './member-flows.ts';
import { createMemberVisits, type MemberVisitServices } from './member-visit.ts';
import { wayTo } from '../flow/provider-way.ts';
import { endedFlow, shownFlow } from './my-flow-view.ts';

/** The flows in which people change their own accounts, by the Account API. */
export function createMyFlows(services: MemberVisitServices & MemberFlowServices): MyFlows {
  const visitOf = createMemberVisits(services);
  return {
    async start(caller, input, origin) {
      const { prisma } = services.database;
      requireAccount('account:write', await caller());
      const { email, phone, ...begins } = validOrRefused(checkedStartInput, input);
      const identifier = email ?? phone;
      const { flow, visit } = await beginMemberFlow(services, { caller, input: begins, origin }, (begun, actor) =>
        visitOf(prisma, begun, { actor, caller, origin }),
      );
      const answer = firstAnswer({ identifier, ...begins });
      const progress = await (answer
        ? answerMemberFlow(services, visit, flow, answer)
        : readMemberFlow(services, visit, flow));
      return shown(services, progress, visit);
    },
    async answer(caller, input, origin) {
      const actor = await caller();
      requireAccount('account:write', actor);
      const { flowId, version, step, way = 'answer', fields } = validOrRefused(answerMyFlowInput, input);
      const flow = await findMemberFlow(services.database.prisma, actor, flowId);
      if (!flow) throw notFound('flow', 'flowId');
      const visit = await visitOf(services.database.prisma, flow, { actor, caller, origin });
      const form = { ...fields, step, way, version: String(version) };
      return shown(services, await answerMemberFlow(services, visit, flow, form), visit);
    },
    async read(prisma, actor, flowId) {
      const flow = await findMemberFlow(prisma, actor, flowId);
      if (!flow) return undefined;
      const visit = await visitOf(prisma, flow, { actor });
      const reading = { ...services, database: { prisma } };
      return (await shown(reading, await readMemberFlow(reading, visit, flow), visit)).flow;
    },
  };
}

/** The input that starts a flow also answers its first step. */
const firstAnswer = ({
  identifier,
  identityProviderId,
}: {
  identifier?: string | undefined;
  identityProviderId?: string | undefined;
}) => {
  if (identityProviderId !== undefined) return { step: 'upstream', way: wayTo({ id: identityProviderId }) };
  return identifier === undefined ? undefined : { step: 'identify', identifier };
};

const shown = (services: FlowServices, progress: FlowProgress, visit: Visit): AnsweredFlow | Promise<AnsweredFlow> =>
  'page' in progress ? shownFlow(services, progress.page, visit) : endedFlow(progress.flow, progress.state);
