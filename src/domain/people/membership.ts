import type { EventData } from '../../vocabulary/events.ts';

type MembershipDelta = EventData<'Organization.Membership.Updated'>;

/** Members that joined and left an organization. Omitted lists are empty. */
export const membershipDelta = (
  organizationId: string,
  delta: Partial<Omit<MembershipDelta, 'organizationId'>>,
): MembershipDelta => ({
  organizationId,
  addedUserIds: [],
  removedUserIds: [],
  addedApplicationIds: [],
  removedApplicationIds: [],
  ...delta,
});
