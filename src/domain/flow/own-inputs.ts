import type { FlowPurpose } from '../../vocabulary/flows.ts';
import type { FlowAccount, FlowInputs } from './facts.ts';

type Account = Pick<FlowAccount, 'userId'> | undefined;

/**
 * The inputs that a flow keeps when it begins again: nothing that belongs to an account, except that its password is
 * new, until the person wants something else, or is another one.
 */
export const sharedInputs = (
  { identifier, link, identity, newPasswordOf }: FlowInputs,
  account: Account,
  purpose: FlowPurpose,
): FlowInputs => ({
  identifier,
  link,
  identity,
  ...(purpose === 'sign-in' && (!account || account.userId === newPasswordOf) && { newPasswordOf }),
});

/** The inputs for this account, or for a new one: a factor or password of one is never that of another. */
export const ownInputs = (inputs: FlowInputs, account: Account): FlowInputs =>
  (inputs.accountId ?? null) === (account?.userId ?? null) ? inputs : sharedInputs(inputs, account, 'sign-in');

/** After a reset the person signs in, and the flow remains listed as a reset. */
export const presentPurpose = (stored: FlowPurpose, { newPasswordOf }: FlowInputs): FlowPurpose =>
  stored === 'reset' && newPasswordOf !== undefined ? 'sign-in' : stored;

/** The purpose that lists show. */
export const listedPurpose = (present: FlowPurpose, { newPasswordOf }: FlowInputs): FlowPurpose =>
  present === 'sign-in' && newPasswordOf !== undefined ? 'reset' : present;
