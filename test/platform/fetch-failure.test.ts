import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { NameLookup } from '../../src/platform/network/name-lookup.ts';
import type { FetchOutcome, FetchPhase } from '../../src/platform/network/safe-fetch.ts';
import { certificate, expiredCertificate } from './certificates.ts';
import { always, deadPort, fetcher, http, https, post, tcp } from './receivers.ts';

/** Checks the message as well, which contains no resolved address. */
const failure = (phase: FetchPhase, message: string): FetchOutcome => ({
  ok: false,
  phase,
  message,
  durationMs: expect.any(Number) as number,
});

describe('a failed request reports its phase, without a resolved address', () => {
  const failing = (code: string) => async (): Promise<never> => {
    throw Object.assign(new Error(`queryA ${code} at 10.0.0.53`), { code });
  };

  test('dns: the name is unknown, has no address, or the name server does not respond', async () => {
    expect(await post(fetcher(failing('ENOTFOUND')), 'http://hooks.test/')).toEqual(
      failure('dns', 'The host name does not exist.'),
    );
    expect(await post(fetcher(failing('ENODATA')), 'http://hooks.test/')).toEqual(
      failure('dns', 'The host name has no address.'),
    );
    expect(await post(fetcher(always()), 'http://hooks.test/')).toEqual(
      failure('dns', 'The host name has no address.'),
    );
    const unknown = 'The host name could not be resolved.';
    expect(await post(fetcher(failing('ESERVFAIL')), 'http://hooks.test/')).toEqual(failure('dns', unknown));
    expect(await post(fetcher(failing('ETIMEOUT')), 'https://hooks.test/')).toEqual(failure('dns', unknown));
  });

  test('connect: the port is closed', async () => {
    const port = await deadPort();
    for (const scheme of ['http', 'https']) {
      const outcome = await post(fetcher(always('127.0.0.1')), `${scheme}://hooks.test:${port}/`);
      expect(outcome).toEqual(failure('connect', 'The connection was refused.'));
      const several = await post(fetcher(always('127.0.0.1', '::1')), `${scheme}://hooks.test:${port}/`);
      expect(several).toMatchObject({ ok: false, phase: 'connect' });
    }
  });

  test('tls: the certificate is not trusted, whatever the environment sets', async () => {
    const port = await https(certificate);
    const url = `https://hooks.test:${port}/`;
    const selfSigned = 'The certificate is self-signed.';
    expect(await post(fetcher(always('127.0.0.1')), url)).toEqual(failure('tls', selfSigned));
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await post(fetcher(always('127.0.0.1')), url)).toEqual(failure('tls', selfSigned));
  });

  test('tls: the certificate must be trusted, valid for the host, and not expired', async () => {
    const before = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(before));
    setDefaultCACertificates([...before, certificate, expiredCertificate]);
    const [good, expired] = [await https(certificate), await https(expiredCertificate)];
    const fetch = fetcher(always('127.0.0.1'));
    expect(await post(fetch, `https://hooks.test:${good}/`)).toMatchObject({ ok: true, status: 200, body: 'secure' });
    const [other, literal] = [`https://other.test:${good}/`, `https://127.0.0.1:${good}/`];
    for (const url of [other, literal])
      expect(await post(fetch, url)).toEqual(failure('tls', 'The certificate is for another host.'));
    expect(await post(fetch, `https://hooks.test:${expired}/`)).toEqual(failure('tls', 'The certificate has expired.'));
  });

  test('tls: the other side does not support it', async () => {
    const plain = await tcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    expect(await post(fetcher(), `https://127.0.0.1:${plain}/`)).toMatchObject({ ok: false, phase: 'tls' });
    const closing = await tcp((socket) => socket.once('data', () => socket.destroy()));
    const outcome = await post(fetcher(), `https://127.0.0.1:${closing}/`);
    expect(outcome).toEqual(failure('tls', 'The connection was closed during the TLS handshake.'));
  });

  const late = 'No complete response within 0.3 seconds.';
  const chunk = '5\r\nhello\r\n';
  const slow: [string, (socket: Socket) => void][] = [
    ['never responds', () => {}],
    ['sends headers byte by byte, forever', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-a: ', 'a')],
    ['keeps sending 102 Processing', (socket) => drip(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n')],
    ['never ends its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nx-a: b\r\n')],
    ['sends half of the response', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhello')],
    [
      'sends its response slowly',
      (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', chunk),
    ],
  ];
  /** One piece every 20 ms: too slow for the timeout, and never silent for long. */
  const drip = (socket: Socket, start: string, piece: string): void => {
    socket.write(start);
    const timer = setInterval(() => socket.write(piece), 20);
    socket.once('close', () => clearInterval(timer));
  };
  test.each(slow)('timeout: the endpoint %s; the connection is dropped', async (_, answer) => {
    const closed = Promise.withResolvers<void>();
    const port = await tcp((socket) => {
      socket.once('close', () => closed.resolve());
      socket.once('data', () => answer(socket));
    });
    expect(await post(fetcher(), `http://127.0.0.1:${port}/`, { timeoutMs: 300 })).toEqual(failure('timeout', late));
    await closed.promise;
  });

  test('timeout: it includes the name lookup and the TLS handshake, and nothing is sent afterwards', async () => {
    const found = Promise.withResolvers<Awaited<ReturnType<NameLookup>>>();
    const bodies: unknown[] = [];
    const port = await http((request, response) => {
      request
        .setEncoding('utf8')
        .on('data', (body) => bodies.push(body))
        .on('end', () => response.end());
    });
    const fetch = fetcher(() => found.promise);
    const url = `http://hooks.test:${port}/`;
    expect(await post(fetch, url, { timeoutMs: 300, body: 'late' })).toEqual(failure('timeout', late));
    found.resolve([{ address: '127.0.0.1', family: 4 }]);
    expect(await post(fetch, url, { body: 'in time' })).toMatchObject({ ok: true });
    expect(bodies).toEqual(['in time']);
    const silent = await tcp(() => {});
    expect(await post(fetcher(), `https://127.0.0.1:${silent}/`, { timeoutMs: 300 })).toEqual(failure('timeout', late));
  });

  test.each([
    [
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'The endpoint responded with a protocol upgrade.',
    ],
    ['HTTP/1.1 000 X\r\ncontent-length: 0\r\n\r\n', 'The response is not valid HTTP.'],
  ])('body: the response is an unsolicited one: %j', async (text, message) => {
    const port = await tcp((socket) => socket.once('data', () => socket.end(text)));
    const fetch = fetcher();
    for (let round = 0; round < 2; round++)
      expect(await post(fetch, `http://127.0.0.1:${port}/`)).toEqual(failure('body', message));
  });

  const cutOff = 'The connection was closed before the response was complete.';
  test.each([
    ['before the response', ''],
    ['within the headers', 'HTTP/1.1 200 OK\r\nx-a'],
    ['within the body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhello'],
    ['within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel'],
  ])('body: the response ends %s, by a close or a reset', async (_, text) => {
    const ending = await tcp((socket) => socket.once('data', () => socket.end(text)));
    expect(await post(fetcher(), `http://127.0.0.1:${ending}/`)).toEqual(failure('body', cutOff));
    const resetting = await tcp((socket) =>
      socket.once('data', () => socket.write(text, () => socket.resetAndDestroy())),
    );
    expect(await post(fetcher(), `http://127.0.0.1:${resetting}/`)).toEqual(failure('body', cutOff));
  });

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(5000)}\r\n`],
  ])('body: the response is %s', async (_, text) => {
    const port = await tcp((socket) => socket.once('data', () => socket.end(text)));
    expect(await post(fetcher(), `http://127.0.0.1:${port}/`)).toMatchObject({ ok: false, phase: 'body' });
  });

  test('refused: the request has an invalid header', async () => {
    const outcome = await post(fetcher(), 'http://127.0.0.1:1/', { headers: { 'x-a': 'b\r\nhost: c' } });
    expect(outcome).toEqual(failure('refused', 'The request has a header that cannot be sent.'));
  });
});
