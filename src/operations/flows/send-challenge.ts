import { z } from 'zod';
import { newFlowInput } from '../../domain/flow/new-flow.ts';
import { codeLifetime, codeTries } from '../../domain/flow/codes.ts';
import { day, minute } from '../../domain/durations.ts';
import { codeHash, codeKeyPurpose, newCode } from '../../domain/flow/secrets.ts';
import { listedPurpose, ownInputs, sharedInputs } from '../../domain/flow/own-inputs.ts';
import { isAddress } from '../../domain/flow/policy.ts';
import { emailSchema, phoneSchema } from '../../domain/people/identifiers.ts';
import { tokenHash, tokenText } from '../../domain/people/one-time-token.ts';
import type { FlowInputs } from '../../domain/flow/facts.ts';
import { defineOperation } from '../../kernel/operation.ts';
import type { PrepareServices } from '../../kernel/prepare-services.ts';
import { addChallenge } from '../../store/flows/challenges.ts';
import { lockFlow, sealInputs } from '../../store/flows/flows.ts';
import type { Flow, FlowRequest } from '../../store/flows/flow.ts';
import { advanceFlow, forgetVerifications, logEntry, startFlow } from '../../store/flows/progress.ts';
import { queueCodesNotice } from '../../store/messages/codes-notice.ts';
import { noticeOf, type RequestSource } from '../../store/messages/lock-notice.ts';
import { queueMessage, sealMessage } from '../../store/messages/queue.ts';
import {
  type FlowPurpose,
  flowSteps,
  identityKinds,
  isLinking,
  type VerificationKind,
} from '../../vocabulary/flows.ts';
import type { CodeParameters } from '../../vocabulary/connectors/message-templates.ts';
import { codeLimitsOf, countCode } from './code-limits.ts';
import { flowInput, flowOutput, networkInput, sourceInput } from './inputs.ts';
import { flowChanged } from './ready-flow.ts';

const templates = {
  'sign-in': 'sign-in-code',
  'sign-up': 'sign-up-code',
  reset: 'reset-code',
  'link-email': 'link-address-code',
  'link-phone': 'link-address-code',
} as const;
type CodePurpose = keyof typeof templates;
/** The statements of an identity provider remain when another address is entered. */
const identityProofs: readonly VerificationKind[] = [...identityKinds, 'vouched-email'];
const codePurposes = Object.keys(templates) as CodePurpose[];

export const sendChallenge = defineOperation({
  name: 'sendChallenge',
  summary: 'Send a code to an address, which shows that the person receives its messages.',
  permission: { flow: 'flowId' },
  route: null,
  queuesMessages: true,
  input: z.strictObject({
    ...flowInput,
    flow: newFlowInput,
    step: z.enum(flowSteps),
    purpose: z.enum(codePurposes).describe('What the person wants from now on.'),
    address: z.union([emailSchema, phoneSchema]),
    callingCode: z.string().max(3).nullable().describe('Of a phone number.'),
    sends: z
      .enum(['code', 'no-account', 'nothing'])
      .describe('Whether the code would not be valid, so that another message is sent, or none.'),
    applicationName: z.string(),
    network: networkInput,
    isOwnBrowser: z
      .boolean()
      .describe('Whether the user of the address has signed in in this browser: then others cannot use up its codes.'),
    source: sourceInput,
  }),
  output: {
    refused: z
      .enum(['too-soon', 'too-many-messages', 'network-limited'])
      .nullable()
      .describe('Why the code was not sent; null if it was.'),
    until: z.date().nullable().describe('Time from which another code can be sent; null if this one was.'),
    flow: flowOutput,
  },
  always: [],
  sometimes: ['Message.RateLimited'],
  prepare: (services, input) => Promise.resolve(challengeOf(services, input)),
  async run({ tx, now, emit }, input, prepared) {
    const { secretBox, limits, recipientId, message, challenge, messageId } = prepared;
    const { flowId, version, request, flow, step, purpose, address, isOwnBrowser, source } = input;
    const { kind } = limits;
    await startFlow(tx, { ...flow, id: flowId }, now);
    const current = await lockFlow(tx, secretBox, { flowId, version, request, now });
    if (!current) throw flowChanged();
    const limited = await countCode(tx, limits, now);
    if (limited) {
      const { refused, until, reason, isFirst } = limited;
      await logEntry(tx, flowId, { step, outcome: 'refused', reason }, now);
      if (isFirst) emit('Message.RateLimited', recipientId, { action: purpose, recipient: address });
      if (isFirst && !isOwnBrowser)
        await queueCodesNotice(tx, secretBox, { id: messageId, kind, recipient: address, now, source });
      return { refused, until, flow: current.flow };
    }
    // The code is for another address: the flow begins again, unless a new account needs both. An identity remains: the
    // code proves the account that it is linked with.
    const isSecond =
      purpose === 'sign-up' && current.flow.verifications.some((one) => isAddress(one.kind) && one.kind !== kind);
    if (!isSecond) await forgetVerifications(tx, flowId, purpose === 'reset' ? [] : identityProofs);
    await addChallenge(tx, { ...challenge, flowId, kind, recipient: address, createdAt: now });
    await queueMessage(tx, { ...message, id: messageId, now });
    const kept = keptInputs(current.flow, { address, purpose, isSecond });
    const inputs = sealInputs(secretBox, kept);
    await advanceFlow(tx, { flowId, now, step, outcome: 'sent', purpose: listedPurpose(purpose, kept), inputs });
    const nextFlow = { ...(isSecond ? current.flow : begunAgain(current.flow)), version: version + 1, purpose };
    const next = {
      ...nextFlow,
      inputs: ownInputs(kept, nextFlow.account),
      challenge: { id: challenge.id, kind, address, sentAt: now.toISOString() },
    };
    return { refused: null, until: null, flow: next };
  },
});

/** A flow whose verifications were forgotten: the session of the browser remains, and an identity. */
function begunAgain(flow: Flow): Flow {
  const remaining: readonly VerificationKind[] = ['session', ...identityProofs];
  const verifications = flow.verifications.filter(({ kind }) => remaining.includes(kind));
  const { account } = flow;
  const isOwner = verifications.some(({ subject }) => subject === account?.userId || subject === account?.email);
  return { ...flow, verifications, account: isOwner ? account : undefined };
}

/** The inputs of the flow that a code for this address leaves. */
function keptInputs(
  { inputs, account }: Flow,
  { address, purpose, isSecond }: { address: string; purpose: FlowPurpose; isSecond: boolean },
): FlowInputs {
  const kept = { ...(isSecond ? inputs : sharedInputs(inputs, account, purpose)), identifier: address };
  // Another person signs in than the one whose password is new.
  if (inputs.identifier !== address) delete kept.newPasswordOf;
  return kept;
}

interface CodeMessage {
  flow: { applicationId: string | null };
  purpose: CodePurpose;
  address: string;
  callingCode: string | null;
  sends: 'code' | 'no-account' | 'nothing';
  applicationName: string;
  network: string | null;
  isOwnBrowser: boolean;
  source: RequestSource;
  request: Pick<FlowRequest, 'person'>;
}

/** A code and its message, with the limits that count it. */
function challengeOf({ secretBox, ids, now, publicUrl }: PrepareServices, input: CodeMessage) {
  const { address, purpose, sends, source, request } = input;
  const limits = codeLimitsOf(secretBox, { ...input, accountId: request.person?.userId ?? null });
  const isEmail = limits.kind === 'email';
  const id = ids.next('challenge');
  const code = newCode(Buffer.from(ids.secret(8), 'base64url'));
  const expiresAt = new Date(now.getTime() + codeLifetime);
  const secretHash = codeHash(secretBox.derive(codeKeyPurpose), id, code);
  const linkSecret = ids.secret();
  const link = `${publicUrl}/link/${tokenText(id, linkSecret)}`;
  // An SMS has room for the code only. What is added to an account is proven where it was begun.
  const hasLink = isEmail && !isLinking(purpose);
  const parameters = { code, ...(hasLink && { link }), minutes: codeLifetime / minute };
  const channel = isEmail ? ('email' as const) : ('sms' as const);
  const delivery = {
    channel,
    recipient: address,
    language: source.language,
    expiresAt,
    isWithheld: sends === 'nothing',
  };
  return {
    secretBox,
    limits,
    // The same for every event about the address, which is not in the id.
    recipientId: ids.of('recipient', limits.addressKey.subarray(0, 16)),
    messageId: ids.next('message'),
    message: sealMessage(secretBox, { ...contentOf(input, parameters, now), ...delivery }),
    challenge: {
      id,
      secretHash,
      linkHash: hasLink ? tokenHash(linkSecret) : null,
      triesLeft: codeTries,
      expiresAt,
    },
  };
}

/** The message with the code; or that there is no account, which an address is sent once a day. */
function contentOf({ sends, purpose, flow, applicationName, source }: CodeMessage, code: CodeParameters, now: Date) {
  const application = { applicationId: flow.applicationId ?? undefined, applicationName };
  const { parameters: request } = noticeOf(null, source, now);
  return sends === 'no-account'
    ? { template: sends, parameters: application, onceSince: new Date(now.getTime() - day) }
    : { template: templates[purpose], parameters: { ...code, ...request, ...application } };
}
