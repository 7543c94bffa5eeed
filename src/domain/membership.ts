import type { EventData } from '../vocabulary/events.ts';

type MembershipDelta = EventData<'Organization.Membership.Updated'>;

/** Who joined and who left an organization, whole: what is not named is an empty list. */
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
