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
  /** The provider of the identity that was proven in this flow, and is linked with the account. */
  identityProviderId: string | null;
  now: Date;
}

/**
 * Locks the organizations that a person joins with the effect of a flow: by their link, their address
 * and their identity provider.
 */
export async function lockJoining(tx: Transaction, { link }: FlowInputs, person: Person): Promise<LinkEffect> {
  const { userId, email, isEmailProven, identityProviderId } = person;
  const byLink = link ? await lockLinkEffect(tx, link.tokenId, person) : noLinkEffect;
  const domain = isEmailProven && email !== null ? domainOf(email) : null;
  const byProof =
    domain === null && identityProviderId === null
      ? []
      : await lockOrganizationsToJoin(tx, { domain, identityProviderId }, userId);
  return { ...byLink, joins: [...byLink.joins, ...byProof] };
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
