import { day } from '../durations.ts';
import type { AddressKind } from '../flow/policy.ts';

/** Milliseconds for which a change of an account can be taken back by the link in a message. */
export const undoLifetime = 7 * day;

/** Changes that can be taken back: of an address, or that the account is to be deleted. */
export type UndoKind = AddressKind | 'deletion';

/** An address as it was before a change. */
export interface AddressBefore {
  address: string;
  /** In the form of RFC 3339. */
  verifiedAt: string;
}
