import type { FlowAccount, FlowInputs } from './facts.ts';

/** What a flow keeps when it begins again: nothing that belongs to an account. */
export const sharedInputs = ({ identifier, link, hasNewPassword }: FlowInputs): FlowInputs => ({
  identifier,
  link,
  hasNewPassword,
});

/** What was entered for this account, or for a new one: a factor or password of one is never that of another. */
export const ownInputs = (inputs: FlowInputs, account: Pick<FlowAccount, 'userId'> | undefined): FlowInputs =>
  (inputs.accountId ?? null) === (account?.userId ?? null) ? inputs : sharedInputs(inputs);
