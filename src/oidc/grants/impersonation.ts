import { sessionEpochsOf, grantReference, type UserToken } from '../tokens/access-token-claims.ts';
import type { ClientRecord } from '../clients.ts';
import { type ExchangeRefusal, type GrantServices, refuse } from './grant.ts';

/** The subject of an impersonation: as if the user had a token of the application, in which the administrator acts. */
interface ImpersonatedSubject extends UserToken {
  readonly subjectTokenId: string;
}

/** Whether the subject is that of an impersonation that has not started. */
export const isPrepared = (subject: UserToken): subject is ImpersonatedSubject => 'subjectTokenId' in subject;

/** Reads a token that an administrator has prepared. An application without the switch learns nothing about it. */
export async function readSubjectToken(
  { impersonations, ids }: Pick<GrantServices, 'impersonations' | 'ids'>,
  client: ClientRecord,
  text: string,
): Promise<ImpersonatedSubject | ExchangeRefusal> {
  if (!client.impersonationAllowed) return refuse('IMPERSONATION_NOT_ALLOWED');
  const prepared = await impersonations.find(text);
  if (!prepared) return refuse('IMPERSONATION_TOKEN_INVALID');
  const { id, userId, administratorId, userSessionEpoch } = prepared;
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
    sessionEpochs: sessionEpochsOf({ [userId]: userSessionEpoch }),
    managementScope: undefined,
    chain: undefined,
    authentication: {},
    applicationIds: [client.id],
    impersonatorId: administratorId,
  };
}

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
