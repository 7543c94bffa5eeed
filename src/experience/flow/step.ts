import { decide } from '../../domain/flow/decide.ts';
import type { Decision } from '../../domain/flow/facts.ts';
import type { AddressKind } from '../../domain/flow/policy.ts';
import { type AccountLookup, type CurrentFlow, type Flow, sendableAddresses } from '../../store/flows/flow.ts';
import { readFlow } from '../../store/flows/flows.ts';
import { ofBrowser } from './returned.ts';
import type { FlowServices, Visit } from './visit.ts';

/** A flow, and the step that is decided for it. */
export interface Step extends CurrentFlow {
  decision: Decision;
  /** True for the kinds of addresses to which codes can be sent. */
  canSend: Record<AddressKind, boolean>;
  /** The lookup of the candidate. */
  lookup: AccountLookup;
}

/** Reads the flow of a visit, with an account. Undefined if it is over. */
export async function readStep(
  { database, secretBox, clock, sendsWithoutConnector }: FlowServices,
  visit: Visit,
  lookup?: AccountLookup,
): Promise<Step | undefined> {
  const query = { newFlow: visit.newFlow, lookup, request: visit.request };
  const current = await readFlow(database.prisma, secretBox, query, clock.now());
  if (!current) return undefined;
  const canSend = sendableAddresses(current, sendsWithoutConnector);
  const flow = ofBrowser(current.flow, visit.returnSecret);
  return { ...current, flow, canSend, lookup: lookup ?? addressOf(flow), decision: decisionOf(current, visit) };
}

/** The step that follows, after the flow has changed. */
export const nextStep = (step: Step, flow: Flow, visit: Visit): Step => ({
  ...step,
  flow,
  decision: decisionOf({ ...step, flow }, visit),
});

const decisionOf = ({ policy, flow }: Pick<CurrentFlow, 'policy' | 'flow'>, { link }: Visit): Decision =>
  decide(policy, { ...flow, hasLink: link !== undefined && link.id !== flow.inputs.link?.tokenId });

const addressOf = ({ challenge }: Flow): AccountLookup => challenge && { identifier: challenge.address };
