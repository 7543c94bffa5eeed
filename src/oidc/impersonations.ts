/** The permission to act as a user, which an administrator has prepared. */
interface PreparedImpersonation {
  /** Id of the subject token. */
  id: string;
  userId: string;
  administratorId: string;
  /** Session epoch of the user at that time: it ends with what the user had then. */
  userSessionEpoch: number;
}

/** The use of it that an application is about to make. */
interface ImpersonationToStart {
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
  /** The impersonation that was prepared with a subject token; undefined if it is unknown, has expired or was used. */
  find(token: string): Promise<PreparedImpersonation | undefined>;
  /** Uses the token, once, and grants what follows, with an event. Returns until when, in seconds since the epoch. */
  start(impersonation: ImpersonationToStart): Promise<{ endsAt: number } | ImpersonationRefusal>;
}
