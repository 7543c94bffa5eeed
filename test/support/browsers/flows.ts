import { hash } from 'node:crypto';
import { answerIdentifier } from '../../../src/experience/flow/password.ts';
import { readStep } from '../../../src/experience/flow/step.ts';
import { createWebAuthn } from '../../../src/platform/webauthn.ts';
import { type FlowServices, newFlowOf, type Visit } from '../../../src/experience/flow/visit.ts';
import { addInteraction } from './interaction.ts';
import { typedIdentifier } from '../../../src/domain/people/identifiers.ts';
import type { Passwords } from '../../../src/platform/passwords/passwords.ts';
import type { TestIssuer } from '../issuer.ts';

type PasswordResult = { userId: string } | { problem: string; until?: Date } | 'over';

/** Sign-in attempts without pages: each is in a flow of its own, unless `uid` is given. */
export function passwordAttempts(issuer: TestIssuer, applicationId: string, passwords: Passwords = issuer.passwords) {
  let pages = 0;
  let visits = 0;
  /** Hashes by which browsers are known, by device. */
  const known = new Map<string, Uint8Array[]>();
  const services: FlowServices = {
    ...issuer,
    sendsWithoutConnector: () => true,
    passwords,
    registerHashes: () => Promise.resolve(),
    webAuthn: createWebAuthn({ publicUrl: issuer.publicUrl, name: 'Mandate' }),
    readPhoneNumber: () => Promise.resolve('invalid'),
    startAtProvider: () => Promise.resolve({ refused: 'provider-disabled' }),
    qrCode: () => Promise.resolve(''),
  };
  return async (
    typed: string | null,
    password: string,
    {
      uid = `page ${++pages}`,
      address = '192.0.2.1',
      device = uid,
      network = null,
    }: { uid?: string; address?: string; device?: string; network?: string | null } = {},
  ): Promise<PasswordResult> => {
    const identifier = typedIdentifier(typed ?? '');
    const { signal } = new AbortController();
    const slot = passwords.enter({ address, page: uid, account: identifier, signal });
    if (!slot) throw new Error('there was no slot');
    visits += 1;
    const application = { id: applicationId, name: 'Test' };
    const visit: Visit = {
      uid,
      newFlow: newFlowOf(issuer.ids, { binding: uid, application, purpose: 'sign-in' }),
      member: undefined,
      channel: 'sign-in',
      browser: 'a browser',
      application,
      action: `/sign-in/${uid}`,
      loginHint: undefined,
      purpose: 'sign-in',
      requestId: 'req_test',
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      address,
      network,
      signal,
      newDeviceHash: hash('sha256', `${device} ${visits}`, 'buffer'),
      describeDevice: () => Promise.resolve(null),
      request: { deviceHashes: known.get(device) ?? [], session: null, requestedLevel: 1, canUsePasskeys: true },
      amr: [],
      lastWay: undefined,
      signedInUserId: undefined,
      language: 'en',
    };
    await addInteraction(issuer.database.prisma, uid, issuer.clock.now());
    const step = await readStep(services, visit, { identifier });
    if (!step) return 'over';
    const answer = { services, visit, slot, step, name: 'identify' as const, fields: { identifier, password } };
    const answered = await answerIdentifier(answer).finally(() => slot.leave());
    if (answered === 'over') return answered;
    if ('purpose' in answered) throw new Error('the flow has an application');
    if ('userId' in answered) {
      known.set(device, [visit.newDeviceHash, ...visit.request.deviceHashes]);
      return answered;
    }
    const { problem } = answered.page;
    if (!problem) throw new Error('another factor is requested');
    return { problem: problem.name, ...('until' in problem && { until: problem.until }) };
  };
}

/** Passwords without their cost: the password of every account is its hash. */
export function freePasswords(issuer: TestIssuer, compared: () => void): Passwords {
  const done = () => Promise.resolve();
  const slot = { begin: done, run: <T>(work: () => Promise<T>) => work(), leave: () => undefined, refuse: done };
  return {
    enter: () => slot,
    queued: () => 0,
    hash: (password) => Promise.resolve(password),
    hashFault: () => undefined,
    isStrong: () => true,
    loadCommon: issuer.passwords.loadCommon,
    isBreached: issuer.passwords.isBreached,
    registerHashes: () => undefined,
    verify: (stored, password) => {
      compared();
      return Promise.resolve(stored === password);
    },
  };
}

/** The id of the user who is signed in; undefined if the attempt failed. */
export const signedInAs = (result: PasswordResult): string | undefined =>
  typeof result === 'object' && 'userId' in result ? result.userId : undefined;
