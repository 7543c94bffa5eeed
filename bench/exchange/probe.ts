import type pg from 'pg';
import { recordKey } from '../../src/store/sessions/oidc-records.ts';
import { type Exchange, exchangeOf } from './fixture/exchanges.ts';
import { backendId, grantIdOf, idOf, refusedBackend, type Scale, sessionUidOf } from './fixture/people.ts';
import { basicAuthorization, formOf, subjectToken, type TokenSource, wholeExchange } from './fixture/requests.ts';
import type { Judge } from './judge.ts';

/** The server, a connection to its database, and the source of tokens. */
interface Probed {
  port: number;
  client: pg.Client;
  scale: Scale;
  source: TokenSource;
  judge: Judge;
}

/**
 * Checks that whole exchanges are measured: correct responses to valid requests, refusals of invalid ones, and refusals
 * of a valid one, whose token was just accepted, as soon as its user, grant, session, switch or role is removed from
 * the database. Throws an Error with a sentence otherwise.
 */
export async function probeExchange(probed: Probed): Promise<void> {
  const exchange = exchangeOf(0, probed.scale);
  const token = subjectToken(exchange, -1, probed.source);
  const yes = () => expectYes(probed, exchange, token);
  const no = (error: string, changed: Partial<Exchange> = {}) =>
    expectNo(probed.port, { ...exchange, ...changed }, token, error);
  await yes();
  await no('invalid_client', { backend: exchange.backend + 1 });
  await no('unauthorized_client', { backend: refusedBackend, clientId: backendId(refusedBackend) });
  await no('invalid_scope', { scope: 'records:unknown' });
  await no('invalid_target', { resource: 'https://nowhere.bench.example' });
  for (const { change, undo, values, error } of withdrawals(exchange)) {
    await probed.client.query(change, values);
    await no(error);
    await probed.client.query(undo, values);
    await yes();
  }
  await probeRole(probed, exchange, token);
}

/** Checks that requests meet every rule, and that one that does not is refused if there are rules. */
export async function probeRules(probed: Probed & { isRuled: boolean }): Promise<void> {
  const exchange = wholeExchange(0, probed.scale);
  const token = subjectToken(exchange, -1, probed.source);
  await expectYes(probed, exchange, token);
  if (!probed.isRuled) return;
  const { organizationId: _named, ...without } = exchange;
  await expectNo(probed.port, without, token, 'invalid_request');
  const weak = subjectToken({ ...exchange, acr: 'urn:mandate:level:1' }, -2, probed.source);
  await expectNo(probed.port, exchange, weak, 'insufficient_user_authentication');
  const narrow = subjectToken({ ...exchange, scope: 'records:unknown' }, -3, probed.source);
  await expectNo(probed.port, exchange, narrow, 'invalid_scope');
}

const withdrawals = ({ userId, clientId, user }: Exchange) => [
  {
    change: 'UPDATE users SET suspended_at = now() WHERE id = $1',
    undo: 'UPDATE users SET suspended_at = NULL WHERE id = $1',
    values: [userId],
    error: 'invalid_request',
  },
  {
    change: `UPDATE oidc_records SET model = 'Withdrawn' WHERE model = 'Grant' AND key = $1`,
    undo: `UPDATE oidc_records SET model = 'Grant' WHERE model = 'Withdrawn' AND key = $1`,
    values: [recordKey(grantIdOf(user))],
    error: 'invalid_request',
  },
  {
    change: `UPDATE oidc_records SET model = 'Withdrawn' WHERE model = 'Session' AND uid = $1`,
    undo: `UPDATE oidc_records SET model = 'Session' WHERE model = 'Withdrawn' AND uid = $1`,
    values: [sessionUidOf(user)],
    error: 'invalid_request',
  },
  {
    change: 'UPDATE applications SET token_exchange_allowed = false, version = version + 1 WHERE id = $1',
    undo: 'UPDATE applications SET token_exchange_allowed = true, version = version + 1 WHERE id = $1',
    values: [clientId],
    error: 'unauthorized_client',
  },
];

/** Without the role, only the scope of the organization role is left. */
async function probeRole(probed: Probed, exchange: Exchange, token: string): Promise<void> {
  const values = [exchange.userId, idOf('role', exchange.user % probed.scale.roles)];
  await probed.client.query('DELETE FROM user_roles WHERE user_id = $1 AND role_id = $2', values);
  const response = await post(probed.port, exchange, token);
  const body = await response.text();
  await probed.client.query('INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)', values);
  await probed.judge({ ...exchange, scope: exchange.scope.split(' ')[1] ?? '' }, body);
  await expectYes(probed, exchange, token);
}

async function expectYes({ port, judge }: Probed, exchange: Exchange, token: string): Promise<void> {
  const response = await post(port, exchange, token);
  const body = await response.text();
  if (!response.ok) throw new Error(`A valid exchange was refused with ${response.status}: ${body}`);
  await judge(exchange, body);
}

async function expectNo(port: number, exchange: Exchange, token: string, error: string): Promise<void> {
  const response = await post(port, exchange, token);
  const body = await response.text();
  const status = error === 'invalid_client' ? 401 : 400;
  if (response.status !== status || (JSON.parse(body) as { error?: string }).error !== error) {
    throw new Error(`Expected ${status} ${error}, received ${response.status} ${body}`);
  }
}

function post(port: number, exchange: Exchange, token: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/oidc/token`, {
    method: 'POST',
    headers: { authorization: basicAuthorization(exchange), 'content-type': 'application/x-www-form-urlencoded' },
    body: formOf(exchange, token),
  });
}
