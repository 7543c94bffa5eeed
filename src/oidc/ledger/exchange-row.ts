import { applicationsIn } from '../../domain/oauth/actor-chain.ts';
import { impersonationMark } from '../../vocabulary/token-exchange.ts';
import type { ExchangeReason } from '../../vocabulary/exchanges/exchange-reasons.ts';
import type { DelegationParts } from '../../store/exchanges/delegations.ts';
import type { ExchangeRow } from '../../store/exchanges/insert-exchanges.ts';
import type { PolicyState } from '../access/policy-state.ts';
import type { UserToken } from '../tokens/access-token-claims.ts';
import { longestIndicator } from '../../domain/oauth/resource-indicator.ts';

/** The facts about a token exchange, as far as the request was read. */
export interface ExchangeFacts {
  /** Resource indicator: input of the client, of any length; as it is registered once that is known. */
  resource: string;
  /** The scopes and the organization that the client requested. */
  request?: { scopes: readonly string[] | undefined; organizationId: string | null };
  subject?: UserToken;
  state?: PolicyState;
  issued?: IssuedExchange;
}

/** The token that was issued. */
interface IssuedExchange {
  /** Its `jti`, a UUIDv7 of the time. */
  id: string;
  at: Date;
  scopes: readonly string[];
}

/** A row whose delegation is not known yet. */
export interface NewExchange {
  row: Omit<ExchangeRow, 'delegationId'>;
  parts: DelegationParts;
  /** Indicator of an API resource that was not looked up, because the exchange was refused before. */
  resource: string | undefined;
}

/** The answer to an exchange. */
interface Answer {
  applicationId: string;
  id: string;
  at: Date;
  /** Undefined if a token was issued. */
  reason: ExchangeReason | undefined;
  traceId: string | undefined;
}

export function newExchange(facts: ExchangeFacts, { applicationId, id, at, reason, traceId }: Answer): NewExchange {
  const { subject, state, issued, resource } = facts;
  const sessionId = subject?.grant.sessionId ?? null;
  // The first exchange of a chain is its own, and has no other.
  const chain = subject?.chain;
  return {
    row: {
      id,
      at: at.getTime(),
      position: state?.position ?? null,
      userId: subject?.subject ?? null,
      organizationId: copyOf(organizationOf(facts)),
      sessionId,
      grantId: subject && sessionId === null ? subject.grant.id : null,
      granted: issued ? copyOf(issued.scopes.join(' ')) : null,
      dropped: copyOf(droppedOf(facts)),
      carried: copyOf(carriedOf(facts)),
      acr: subject?.authentication.acr ?? null,
      authenticatedAt: subject?.authentication.auth_time ?? null,
      reason: reason ?? null,
      txn: chain?.txn ?? null,
      parent: chain?.id ?? null,
      traceId: copyOf(traceId ?? null),
      impersonatorId: subject?.impersonatorId ?? null,
    },
    parts: {
      applicationId,
      subjectApplicationId: subject?.clientId ?? '',
      chain: chainOf(subject),
      subjectResource: subject?.audience ?? '',
      apiResourceId: state?.apiResourceId ?? '',
    },
    resource:
      state || resource === '' || resource.length > longestIndicator ? undefined : (copyOf(resource) ?? undefined),
  };
}

/** The applications before, and that it began with an impersonation, but not that of which administrator. */
function chainOf(subject: UserToken | undefined): string {
  if (subject?.act === undefined) return '';
  const applications = applicationsIn(subject.act);
  return (subject.impersonatorId === undefined ? applications : [...applications, impersonationMark]).join(' ');
}

/** Characters from which on V8 keeps a part of a text as a reference to the whole. */
const sharedFrom = 13;

/** Text of a request without the rest of it: a row that waits would keep the whole body in memory. */
function copyOf(text: string | null): string | null {
  return text === null || text.length < sharedFrom ? text : Buffer.from(text).toString();
}

/**
 * The organization to which the exchange was confined: that of the request, if its user is a member. Who reads the
 * ledger within an organization sees no one else there.
 */
function organizationOf({ request, state, subject }: ExchangeFacts): string | null {
  const organizationId = request?.organizationId ?? null;
  const isOtherwiseConfined = subject?.organizationId != null && subject.organizationId !== organizationId;
  return state?.isMember && !isOtherwiseConfined ? organizationId : null;
}

/** Characters of dropped scopes that are kept: they are input of the client. */
const maxDropped = 2000;

/** Requested scopes that were not granted. If they are too many, the last one is an ellipsis, which is no scope. */
function droppedOf({ request, issued }: ExchangeFacts): string | null {
  if (!request?.scopes) return null;
  const granted = issued?.scopes ?? [];
  const dropped = [...new Set(request.scopes.filter((scope) => !granted.includes(scope)))].join(' ');
  if (dropped.length <= maxDropped) return dropped;
  return `${dropped.slice(0, dropped.lastIndexOf(' ', maxDropped) + 1)}…`;
}

/** Scopes of the subject token that the person also holds on the API resource: those of its own API are others. */
function carriedOf({ subject, state }: ExchangeFacts): string | null {
  if (!subject?.scope || !state?.scopes.length) return null;
  return (
    subject.scope
      .split(' ')
      .filter((scope) => state.scopes.includes(scope))
      .join(' ') || null
  );
}
