import { allowsPasskeys } from '../../domain/flow/passkey-host.ts';
import { noticeLanguage } from '../../domain/people/notice-language.ts';
import type { Actor, CurrentActor } from '../../kernel/actor.ts';
import type { Origin } from '../../kernel/types.ts';
import type { Prisma } from '../../platform/database/database.ts';
import type { NewFlow } from '../../store/flows/progress.ts';
import { createFindSessions } from '../../store/sessions/sessions.ts';
import type { FlowServices, Visit } from '../flow/visit.ts';

export interface MemberVisitServices extends FlowServices {
  config: { publicUrl: string };
}

/** Who calls; to read a flow, without the function that reads the caller again. */
interface Call {
  actor: Actor;
  caller?: CurrentActor;
  origin?: Origin;
}

/**
 * Creates a function that describes a call of the Account API as a visit of the pages. Its browser is that of the
 * session: the call may come from the server of an application, whose network has many people.
 */
export function createMemberVisits({ config, secretBox, clock }: MemberVisitServices) {
  const findSessions = createFindSessions(secretBox);
  const request = {
    deviceHashes: [],
    session: null,
    requestedLevel: 1 as const,
    canUsePasskeys: allowsPasskeys(config.publicUrl),
  };
  return async (prisma: Prisma, newFlow: NewFlow, { actor, caller, origin }: Call): Promise<Visit> => {
    const { id: userId, sessionId } = actor;
    if (userId === null || !sessionId) throw new TypeError('a flow of an account without a user or session');
    const [sessions, user, application] = await Promise.all([
      findSessions(prisma, [userId], clock.now(), sessionId),
      prisma.user.findUnique({ where: { id: userId }, select: { profile: true } }),
      prisma.application.findUnique({ where: { id: newFlow.applicationId ?? '' }, select: { name: true } }),
    ]);
    const { id: uid, purpose, reference, applicationId } = newFlow;
    return {
      uid,
      newFlow: { id: uid, purpose, reference, applicationId },
      member: caller,
      channel: origin?.channel ?? 'graphql',
      requestId: origin?.requestId ?? '',
      traceId: origin?.traceId ?? '',
      browser: null,
      action: '',
      // No authorization request waits for it.
      application: { id: null, name: application?.name ?? 'Mandate' },
      loginHint: undefined,
      purpose,
      address: sessions[0]?.ipAddress ?? undefined,
      network: null,
      newDeviceHash: new Uint8Array(),
      describeDevice: () => Promise.resolve(sessions[0]?.device ?? null),
      signal: new AbortController().signal,
      request: { ...request, person: { userId, sessionId } },
      amr: [],
      signedInUserId: userId,
      lastWay: undefined,
      language: noticeLanguage(user),
    };
  };
}
