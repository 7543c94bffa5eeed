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

/** The caller; to read a flow, without the function that reads the caller again. */
interface Call {
  actor: Actor;
  caller?: CurrentActor;
  origin?: Origin;
}

/** The place of the caller, and the language and device that are shown there. */
type Place = Pick<Visit, 'address' | 'describeDevice' | 'language'> &
  Partial<Pick<Visit, 'network' | 'action' | 'back' | 'signal' | 'returnSecret'>> & { applicationName: string };

/** Describes a call of a person who changes their own account as a visit of the pages. */
export function memberVisit(
  { config }: Pick<MemberVisitServices, 'config'>,
  { id: uid, purpose, reference, applicationId }: NewFlow,
  { actor, caller, origin }: Call,
  { applicationName, ...place }: Place,
): Visit {
  const { id: userId, sessionId } = actor;
  if (userId === null || !sessionId) throw new TypeError('a flow of an account without a user or session');
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
    application: { id: null, name: applicationName },
    loginHint: undefined,
    purpose,
    network: null,
    newDeviceHash: new Uint8Array(),
    signal: new AbortController().signal,
    request: {
      deviceHashes: [],
      session: null,
      requestedLevel: 1,
      canUsePasskeys: allowsPasskeys(config.publicUrl),
      person: { userId, sessionId },
    },
    amr: [],
    signedInUserId: userId,
    lastWay: undefined,
    ...place,
  };
}

/**
 * Creates a function that describes a call of the Account API as such a visit. Its browser is that of the session: the
 * call may come from the server of an application, whose network has many people.
 */
export function createMemberVisits(services: MemberVisitServices) {
  const { secretBox, clock } = services;
  const findSessions = createFindSessions(secretBox);
  return async (prisma: Prisma, newFlow: NewFlow, call: Call): Promise<Visit> => {
    const { id: userId, sessionId } = call.actor;
    const [sessions, user, application] = await Promise.all([
      findSessions(prisma, [userId ?? ''], clock.now(), sessionId),
      prisma.user.findUnique({ where: { id: userId ?? '' }, select: { profile: true } }),
      prisma.application.findUnique({ where: { id: newFlow.applicationId ?? '' }, select: { name: true } }),
    ]);
    return memberVisit(services, newFlow, call, {
      applicationName: application?.name ?? 'Mandate',
      address: sessions[0]?.ipAddress ?? undefined,
      describeDevice: () => Promise.resolve(sessions[0]?.device ?? null),
      language: noticeLanguage(user),
    });
  };
}
