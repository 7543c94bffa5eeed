import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';

const issuer = perFile(startIssuer);

/** Sends a request without Host, as HAProxy checks by default, and returns everything until the connection closes. */
function send(line: string): Promise<string> {
  const socket = connect(Number(new URL(issuer.url).port), '127.0.0.1');
  socket.write(`${line}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

describe('a request without Host (RFC 9112 §3.2)', () => {
  test.each([
    ['GET /healthz HTTP/1.0', '{"status":"ok"}'],
    ['GET /readyz HTTP/1.0', '{"status":"ready"}'],
    ['GET /healthz HTTP/1.1', '{"status":"ok"}'],
    ['GET /readyz?from=haproxy HTTP/1.1', '{"status":"ready"}'],
    ['GET /readyz HTTP/1.0\r\nHost:', '{"status":"ready"}'],
  ])('%j is answered, as a check of health', async (line, body) => {
    const answer = await send(line);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer.endsWith(`\r\n\r\n${body}`)).toBe(true);
  });

  test.each(['HEAD /healthz HTTP/1.0', 'HEAD /readyz HTTP/1.1'])('%j is answered without a body', async (line) => {
    expect(await send(line)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n$/);
  });

  test.each([
    'GET / HTTP/1.1',
    'GET /metrics HTTP/1.1',
    'GET /metrics HTTP/1.0',
    'GET /console/ HTTP/1.0',
    'GET /healthz/ HTTP/1.1',
    'GET /oidc/jwks HTTP/1.1',
    'GET /api/users HTTP/1.1',
    'POST /graphql HTTP/1.1\r\nContent-Length: 0',
    'POST /oidc/token HTTP/1.1\r\nContent-Length: 0',
    'GET /readyz HTTP/1.1\r\nHost: a b',
  ])('%j is refused, as everything else', async (line) => {
    expect(await send(line)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });
});
