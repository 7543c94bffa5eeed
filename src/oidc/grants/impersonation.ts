import { sessionEpochsOf, grantReference, type UserToken } from '../tokens/access-token-claims.ts';
import type { ClientRecord } from '../clients.ts';
import type { ExchangeSubject } from './exchange-rules.ts';
import { type ExchangeRefusal, type GrantServices, refuse } from './grant.ts';

/** What an administrator has prepared: to act as a user. */
export interface PreparedImpersonation {
  /** Id of the subject token. */
  id: string;
  userId: string;
  administratorId: string;
  /** Session epochs of both at that time: it ends with what either had then. */
  userSessionEpoch: number;
  administratorSessionEpoch: number;
}

/** What an application is about to do with it. */
export interface ImpersonationToStart {
  subjectTokenId: string;
  applicationId: string;
  /** Session epoch of the application when it authenticated. */
  applicationSessionEpoch: number;
  grantId: string;
  /** Lifetime of tokens for the API resource, in seconds. */
  lifetime: number;
}

/** Why none is started: the token was used meanwhile, or the administrator may not act as the user. */
export type ImpersonationRefusal =
  | 'IMPERSONATION_TOKEN_INVALID'
  | 'IMPERSONATION_NOT_ALLOWED'
  | 'IMPERSONATOR_NOT_ALLOWED';

export interface Impersonations {
  /** What a subject token stands for; undefined if it is unknown, has expired or was used. */
  find(token: string): Promise<PreparedImpersonation | undefined>;
  /** Uses the token, once, and grants what follows, with an event. Returns until when, in seconds since the epoch. */
  start(impersonation: ImpersonationToStart): Promise<{ endsAt: number } | ImpersonationRefusal>;
}

/** The subject of an impersonation: as if the user had a token of the application, in which the administrator acts. */
export interface ImpersonatedSubject extends UserToken {
  readonly subjectTokenId: string;
}

/** Whether the subject is that of an impersonation that has not started. */
export const isPrepared = (subject: UserToken): subject is ImpersonatedSubject => 'subjectTokenId' in subject;

/** Reads a token that an administrator has prepared. An application that may not impersonate learns nothing about it. */
export async function readSubjectToken(
  { impersonations, ids }: Pick<GrantServices, 'impersonations' | 'ids'>,
  client: ClientRecord,
  text: string,
): Promise<ImpersonatedSubject | ExchangeRefusal> {
  if (!client.impersonationAllowed) return refuse('IMPERSONATION_NOT_ALLOWED');
  const prepared = await impersonations.find(text);
  if (!prepared) return refuse('IMPERSONATION_TOKEN_INVALID');
  const { id, userId, administratorId, userSessionEpoch, administratorSessionEpoch } = prepared;
  return {
    subjectTokenId: id,
    keyId: null,
    subject: userId,
    audience: '',
    clientId: client.id,
    scope: '',
    // Known when it starts.
    expiresAt: 0,
    notBefore: 0,
    grant: grantReference(ids.uuid(), null),
    organizationId: null,
    act: { sub: administratorId },
    sessionEpochs: sessionEpochsOf({ [userId]: userSessionEpoch, [administratorId]: administratorSessionEpoch }),
    managementScope: undefined,
    chain: undefined,
    authentication: {},
    applicationIds: [client.id],
    impersonatorId: administratorId,
  };
}

/** The user has neither signed in nor obtained a token: rules about these do not apply. */
export const withoutSignIn: ExchangeSubject = {
  resource: undefined,
  scope: undefined,
  acr: undefined,
  authenticationAge: undefined,
};

/** Starts what is granted: then the subject has a grant, until it ends. */
export async function startImpersonation(
  { impersonations }: Pick<GrantServices, 'impersonations'>,
  client: ClientRecord,
  subject: ImpersonatedSubject,
  lifetime: number,
): Promise<ImpersonatedSubject | ExchangeRefusal> {
  const started = await impersonations.start({
    subjectTokenId: subject.subjectTokenId,
    applicationId: client.id,
    applicationSessionEpoch: client.sessionEpoch,
    grantId: subject.grant.id,
    lifetime,
  });
  return typeof started === 'string' ? refuse(started) : { ...subject, expiresAt: started.endsAt };
}
