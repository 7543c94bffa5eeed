import type { FlowInputs } from '../../domain/flow/facts.ts';
import { domainOf } from '../../domain/people/organization-domain.ts';
import type { RunContext } from '../../kernel/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  acceptInvitation,
  type LinkEffect,
  lockLinkEffect,
  noLinkEffect,
} from '../../store/one-time-tokens/link-effects.ts';
import { joiningEvents, joinOrganization } from '../../store/records/joining.ts';
import { lockOrganizationsToJoin } from '../../store/records/organization-domains.ts';

export const flowJoiningEvents = [...joiningEvents, 'OrganizationInvitation.Updated'] as const;

interface Person {
  /** Null if the account is created only now. */
  userId: string | null;
  email: string | null;
  /** The address was verified in this flow. */
  isEmailProven: boolean;
  now: Date;
}

/** Locks the organizations that a person joins with the effect of a flow: by their link, and by their address. */
export async function lockJoining(tx: Transaction, { link }: FlowInputs, person: Person): Promise<LinkEffect> {
  const { userId, email, isEmailProven } = person;
  const byLink = link ? await lockLinkEffect(tx, link.tokenId, person) : noLinkEffect;
  const byDomain = isEmailProven && email !== null ? await lockOrganizationsToJoin(tx, domainOf(email), userId) : [];
  return { ...byLink, joins: [...byLink.joins, ...byDomain] };
}

/** Joins these organizations, and accepts the invitation. */
export async function joinByFlow(
  context: Pick<RunContext<(typeof flowJoiningEvents)[number]>, 'tx' | 'emit' | 'now'>,
  userId: string,
  { joins, invitation }: LinkEffect,
): Promise<void> {
  const { tx, emit, now } = context;
  for (const joined of joins) await joinOrganization({ tx, emit }, userId, joined);
  if (!invitation) return;
  const { data, organizationId } = await acceptInvitation(tx, invitation, userId, now);
  emit('OrganizationInvitation.Updated', invitation.id, data, organizationId);
}
