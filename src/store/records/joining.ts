import { membershipDelta } from '../../domain/people/membership.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { EventData } from '../../vocabulary/events.ts';
import { addLinks } from './links.ts';

export const joiningEvents = ['Organization.Membership.Updated', 'Organization.MemberRoles.Updated'] as const;
type JoiningEvent = (typeof joiningEvents)[number];

interface Joining {
  tx: Transaction;
  emit<T extends JoiningEvent>(type: T, subjectId: string, data: EventData<T>, organizationId: string): void;
}

/** An organization that a person joins, with the organization roles they get. */
export interface Joined {
  organizationId: string;
  organizationRoleIds: readonly string[];
}

/** Adds a user to an organization, with organization roles. An existing member keeps other roles. */
export async function joinOrganization(
  { tx, emit }: Joining,
  userId: string,
  { organizationId, organizationRoleIds }: Joined,
): Promise<void> {
  const addedUserIds = await addLinks(tx, 'organizationUsers', [organizationId], [userId]);
  if (addedUserIds.length) {
    const delta = membershipDelta(organizationId, { addedUserIds });
    emit('Organization.Membership.Updated', organizationId, delta, organizationId);
  }
  const owner = [organizationId, userId];
  const addedOrganizationRoleIds = await addLinks(tx, 'organizationUserRoles', owner, organizationRoleIds);
  if (!addedOrganizationRoleIds.length) return;
  const delta = { addedOrganizationRoleIds, removedOrganizationRoleIds: [] };
  const member = { organizationId, userId, applicationId: null };
  emit('Organization.MemberRoles.Updated', organizationId, { ...member, ...delta }, organizationId);
}
