import { isId } from '../platform/ids/ids.ts';
import { idFieldOf, kinds, type MembershipKind, membershipKinds } from '../vocabulary/kinds.ts';

/** The columns that identify a membership. */
export type MembershipKey = { organizationId: string } & Record<string, unknown>;

const suffixLength = 26;
const suffixOf = (id: string): string => id.slice(-suffixLength);

/** The id of a membership: the suffixes of the ids of the organization and of the member. It is not stored. */
export function membershipId(kind: MembershipKind, key: MembershipKey): string {
  const { idPrefix } = kinds[kind].membership;
  return `${idPrefix}_${suffixOf(key.organizationId)}_${suffixOf(String(key[idFieldOf(kind)]))}`;
}

/** The kind of a membership, and the columns that identify it, by its id; undefined if it is not such an id. */
export function membershipWith(id: string): { kind: MembershipKind; key: MembershipKey } | undefined {
  for (const kind of membershipKinds) {
    const key = keyIn(kind, id);
    if (key) return { kind, key };
  }
  return undefined;
}

function keyIn(kind: MembershipKind, id: string): MembershipKey | undefined {
  const { idPrefix, of } = kinds[kind].membership;
  const start = idPrefix.length + 1;
  const organizationId = `${kinds.organization.idPrefix}_${id.slice(start, start + suffixLength)}`;
  const memberId = `${kinds[of].idPrefix}_${suffixOf(id)}`;
  if (!isId('organization', organizationId) || !isId(of, memberId)) return undefined;
  const key = { organizationId, [idFieldOf(kind)]: memberId };
  return membershipId(kind, key) === id ? key : undefined;
}
