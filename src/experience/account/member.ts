import { accountAccess } from '../../domain/account/access.ts';
import { Failure, isFailure } from '../../domain/failure.ts';
import type { SignInPolicy } from '../../domain/flow/policy.ts';
import { noticeLanguage } from '../../domain/people/notice-language.ts';
import type { Actor, CurrentActor } from '../../kernel/actor.ts';
import { createCurrentActor } from '../../kernel/current-actor.ts';
import type { KernelServices } from '../../kernel/types.ts';
import type { FindPageSession } from '../../oidc/provider/page-sessions.ts';
import type { CursorSeal } from '../../platform/crypto/cursor-seal.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { readAccount } from '../../store/account/account.ts';
import { readPresentPolicy } from '../../store/flows/policies.ts';
import type { FindSessions } from '../../store/sessions/sessions.ts';
import { accountScopeNames } from '../../vocabulary/account/account-scopes.ts';
import { accountClientId } from '../../vocabulary/built-in-applications.ts';
import type { StepServices } from '../flow-pages.ts';
import { type PageContext, textsOf } from '../requests.ts';
import { languageFor, type Texts, textsIn } from '../texts/index.ts';

export interface MemberServices extends StepServices, Pick<KernelServices, 'recentSignInSeconds'> {
  config: { publicUrl: string; issuer: string };
  database: Pick<Database, 'prisma' | 'pool'>;
  logger: Logger;
  cursorSeal: CursorSeal;
  findSessions: FindSessions;
  findPageSession: FindPageSession;
  /** Notes that a session is in use. */
  noteSession(id: string): void;
}

type Account = NonNullable<Awaited<ReturnType<typeof readAccount>>>;

/** A person who looks at the pages of their account. */
export interface Member {
  account: Account;
  /** The present session. */
  sessionId: string;
  actor: Actor;
  /** Reads the session again. Throws UNAUTHENTICATED if it has ended. */
  currentActor: CurrentActor;
  policy: SignInPolicy;
  texts: Texts;
}

/** The signed-in person; undefined if there is none, or a new sign-in is due. */
export async function readMember(context: PageContext, services: MemberServices): Promise<Member | undefined> {
  const currentActor = createCurrentActor(() => readActor(context, services), services);
  try {
    const actor = await currentActor();
    const { prisma } = services.database;
    const [account, policy] = await Promise.all([readAccount(prisma, actor.id ?? ''), readPresentPolicy(prisma)]);
    const { sessionId } = actor;
    if (!account || !sessionId) return undefined;
    services.noteSession(sessionId);
    return { account, sessionId, actor, currentActor, policy, texts: textsFor(context, account) };
  } catch (error) {
    if (isFailure(error, 'UNAUTHENTICATED')) return undefined;
    throw error;
  }
}

/** The actor of the session: what a token for the Account API with both scopes would allow. */
async function readActor({ env }: PageContext, { findPageSession, database }: MemberServices): Promise<Actor> {
  const session = await findPageSession(env);
  const user = session && (await database.prisma.user.findUnique(activeUser(session.userId)));
  if (!session || !user || user.suspendedAt) throw new Failure('UNAUTHENTICATED', 'The session has ended.');
  const factorKinds = user.factors.map(({ kind }) => kind);
  return {
    kind: 'user',
    id: session.userId,
    permissions: new Set(),
    organizations: new Map(),
    applicationIds: [accountClientId],
    authenticatedAt: session.since,
    sessionId: session.id,
    account: accountAccess(accountScopeNames, { acr: session.acr, factorKinds }),
  };
}

const activeUser = (id: string) =>
  ({ where: { id }, select: { suspendedAt: true, factors: { select: { kind: true } } } }) as const;

/** In the language of the profile, else in that of the browser. */
function textsFor(context: PageContext, account: Account): Texts {
  const ofBrowser = textsOf(context).language;
  return textsIn(languageFor(undefined, [noticeLanguage(account, ofBrowser)]));
}

/** The zone in which times are shown: that of the profile, if there is such a zone. */
export function zoneOf({ profile }: Pick<Account, 'profile'>): string {
  const { zoneinfo } = (profile ?? {}) as { zoneinfo?: string | null };
  return zoneinfo && isZone(zoneinfo) ? zoneinfo : 'UTC';
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
