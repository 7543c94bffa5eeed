import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import type { NameLookup } from '../../src/platform/network/name-lookup.ts';
import { certificate } from './certificates.ts';
import { always, fetcher, http, https, post, tcp } from './receivers.ts';
import { turns, until } from '../support/until.ts';

describe('a request', () => {
  test('is sent unchanged, and its response is returned unchanged', async () => {
    const seen: unknown[] = [];
    const port = await http((request, response) => {
      request.setEncoding('utf8').on('data', (body) => seen.push(request.method, request.url, request.headers, body));
      response.writeHead(202, { 'x-a': 'b', 'set-cookie': ['c=1', 'd=2'] }).end('Größe');
    });
    const headers = { 'content-type': 'application/json', 'x-token': 'abc', 'accept-encoding': 'gzip' };
    const outcome = await post(fetcher(), `http://127.0.0.1:${port}/hook/a%20b?c=d#e`, {
      headers,
      body: '{"größe":1}',
    });
    expect(outcome).toMatchObject({ ok: true, status: 202, body: 'Größe' });
    expect(outcome.ok && outcome.headers).toMatchObject({ 'x-a': 'b', 'set-cookie': ['c=1', 'd=2'] });
    expect(seen).toEqual([
      'POST',
      '/hook/a%20b?c=d',
      {
        host: `127.0.0.1:${port}`,
        connection: 'keep-alive',
        'content-length': '13',
        'content-type': 'application/json',
        'x-token': 'abc',
        'accept-encoding': 'identity',
      },
      '{"größe":1}',
    ]);
  });

  test.each([200, 204, 301, 302, 307, 308, 400, 410, 429, 500, 503])('succeeds with any status: %i', async (status) => {
    const paths: (string | undefined)[] = [];
    const port = await http((request, response) => {
      paths.push(request.url);
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    expect(await post(fetcher(), `http://127.0.0.1:${port}/hook`)).toMatchObject({ ok: true, status });
    expect(paths).toEqual(['/hook']); // A redirect is not followed.
  });

  test('reuses a connection, whose name was resolved once', async () => {
    const lookup = vi.fn<NameLookup>(always('127.0.0.1'));
    const sockets = new Set<Socket>();
    const port = await http((request, response) => {
      sockets.add(request.socket);
      response.end(request.headers.host);
    });
    const fetch = fetcher(lookup);
    for (let round = 0; round < 10; round += 1)
      expect(await post(fetch, `http://hooks.test:${port}/`)).toMatchObject({ ok: true, body: `hooks.test:${port}` });
    // A response ends a moment before its connection is free, so there may be a second one.
    expect(sockets.size).toBeLessThanOrEqual(2);
    expect(lookup).toHaveBeenCalledTimes(sockets.size);
  });

  test('resolves names of this machine if private addresses are allowed', async () => {
    const port = await http((_, response) => response.end('here'));
    expect(await post(fetcher(), `http://localhost:${port}/`)).toMatchObject({ ok: true, body: 'here' });
  });

  test('uses another address of a name if one does not respond', async () => {
    const port = await http((_, response) => response.end('second'));
    expect(await post(fetcher(always('127.0.0.2', '127.0.0.1')), `http://hooks.test:${port}/`)).toMatchObject({
      ok: true,
    });
  });

  test('is not delayed by others that hang, at another host or its own; their connections are reused once they are free', async () => {
    const held: ServerResponse[] = [];
    const sockets = new Set<Socket>();
    const answer: RequestListener = ({ url, socket }, response) => {
      sockets.add(socket);
      if (url === '/hangs') held.push(response);
      else response.end('quick');
    };
    const [port, other] = [await http(answer), await http(answer)];
    const fetch = fetcher();
    const hanging = Array.from({ length: 100 }, () => post(fetch, `http://127.0.0.1:${port}/hangs`));
    await until(() => held.length === 100);
    for (const one of [port, other])
      expect(await post(fetch, `http://127.0.0.1:${one}/`)).toMatchObject({ ok: true, body: 'quick' });
    for (const response of held) response.end();
    expect((await Promise.all(hanging)).map(({ ok }) => ok)).toEqual(hanging.map(() => true));
    // A connection is free some turns of the event loop after the end of its response.
    await turns();
    await Promise.all(hanging.map(() => post(fetch, `http://127.0.0.1:${port}/`)));
    expect(sockets.size).toBe(102);
  });

  test('is not delayed by another whose TLS handshake hangs at the same host', async () => {
    const both = Promise.withResolvers<string>();
    let connections = 0;
    const port = await tcp(() => ++connections === 2 && both.resolve('both connect'));
    const fetch = fetcher();
    const outcomes = [1, 2].map(() => post(fetch, `https://127.0.0.1:${port}/`, { timeoutMs: 60_000 }));
    expect(await Promise.race([both.promise, ...outcomes])).toBe('both connect');
    await fetch.close();
    await Promise.all(outcomes);
  });
});

describe('an address that is not public', () => {
  const refused = { ok: false, phase: 'refused', message: 'The host is not on the public internet.' };

  test('is refused without a name lookup if it is in the URL', async () => {
    const lookup = vi.fn<NameLookup>(always('93.184.216.34'));
    const fetch = fetcher(lookup, false);
    for (const url of [
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://2130706433/',
      'http://localhost/',
      'http://10.0.0.1:22/',
    ])
      expect(await post(fetch, url)).toMatchObject(refused);
    expect(await post(fetch, 'ftp://example.com/')).toMatchObject({ ok: false, phase: 'refused' });
    expect(lookup).not.toHaveBeenCalled();
  });

  test.each([
    { addresses: ['127.0.0.1'] },
    { addresses: ['10.1.2.3'] },
    { addresses: ['169.254.169.254'] },
    { addresses: ['::1'] },
    { addresses: ['::ffff:127.0.0.1'] },
    { addresses: ['64:ff9b::7f00:1'] },
    { addresses: ['93.184.216.34', '127.0.0.1'] },
    { addresses: ['127.0.0.1', '93.184.216.34'] },
    { addresses: ['2606:4700::1', 'fd00::1'] },
    { addresses: ['93.184.216.34', 'not an address'] },
  ])('is refused if a name resolves to it, also next to a public one: $addresses', async ({ addresses }) => {
    let connections = 0;
    const port = await tcp(() => (connections += 1));
    const outcome = await post(fetcher(always(...addresses), false), `http://hooks.test:${port}/`);
    expect(outcome).toMatchObject(refused);
    for (const address of addresses) expect(JSON.stringify(outcome)).not.toContain(address);
    expect(connections).toBe(0);
  });

  test('is never reached by DNS rebinding: the connection uses the addresses that were checked', async () => {
    let connections = 0;
    const port = await tcp(() => (connections += 1));
    const answers = [['3ffe::1'], ['127.0.0.1'], ['3ffe::1'], ['127.0.0.1']];
    const lookup = vi.fn<NameLookup>(async (name) => always(...(answers.shift() ?? []))(name));
    const fetch = fetcher(lookup, false);
    const phases: unknown[] = [];
    for (let round = 1; round <= 4; round += 1) {
      const timeoutMs = round % 2 ? 300 : 10_000; // The first address may never respond.
      const outcome = await post(fetch, `http://hooks.test:${port}/`, { timeoutMs });
      phases.push(!outcome.ok && outcome.phase);
      expect(lookup).toHaveBeenCalledTimes(round); // One answer for each connection: judged, and connected to.
    }
    expect(phases[0]).toMatch(/connect|timeout/);
    expect([phases[1], phases[3]]).toEqual(['refused', 'refused']);
    expect(connections).toBe(0);
  });

  test('is refused when the connection is made, not only in the URL', async () => {
    const port = await https(certificate);
    const fetch = fetcher(always('127.0.0.1'), false);
    expect(await post(fetch, `https://hooks.test:${port}/`)).toMatchObject(refused);
  });
});

describe('a host that may be private', () => {
  test('is reached, while every other one has to be public: also under another name or port', async () => {
    const [port, other] = [
      await http((_, response) => response.end('here')),
      await http((_, response) => response.end()),
    ];
    const fetch = fetcher(undefined, ({ host }) => host === `127.0.0.1:${port}`);
    expect(await post(fetch, `http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, body: 'here' });
    for (const host of [`127.0.0.1:${other}`, `localhost:${port}`, `127.0.0.2:${port}`])
      expect(await post(fetch, `http://${host}/`)).toMatchObject({ ok: false, phase: 'refused' });
  });

  test('is one by its name, whatever address that has', async () => {
    const port = await http((_, response) => response.end('here'));
    const fetch = fetcher(always('127.0.0.1'), ({ hostname }) => hostname === 'login.internal');
    expect(await post(fetch, `http://login.internal:${port}/`)).toMatchObject({ ok: true, body: 'here' });
    expect(await post(fetch, `http://other.internal:${port}/`)).toMatchObject({ ok: false, phase: 'refused' });
  });
});

describe('a response', () => {
  test('is cut at the limit, however long it is, and its connection dropped', async () => {
    const closed = Promise.withResolvers<void>();
    const port = await http((_, response) => {
      response.once('close', () => closed.resolve());
      const more = (): void =>
        void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
      more();
    });
    const outcome = await post(fetcher(), `http://127.0.0.1:${port}/`, { maxBytes: 1000 });
    expect(outcome).toMatchObject({ ok: true, status: 200, body: 'x'.repeat(1000) });
    await closed.promise;
  });

  test.each([
    ['exactly the bound', 'x'.repeat(8), 'x'.repeat(8)],
    ['a byte more', 'x'.repeat(9), 'x'.repeat(8)],
    ['empty', '', ''],
  ])('is read up to the bound: %s', async (_, sent, body) => {
    const port = await http((_, response) => response.end(sent));
    expect(await post(fetcher(), `http://127.0.0.1:${port}/`, { maxBytes: 8 })).toMatchObject({ ok: true, body });
  });

  test.each([
    ['at once', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['several times, with headers', '', 'HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n'.repeat(3)],
    ['some time before', 'HTTP/1.1 100 Continue\r\n\r\n', ''],
  ])('can follow an unsolicited 100 Continue: %s', async (_, first, then) => {
    const sockets = new Set<Socket>();
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\nHTTP/1.1 100 C';
    const port = await tcp((socket) => {
      sockets.add(socket);
      let request = '';
      socket.setEncoding('utf8').on('data', (part) => {
        request += part;
        if (!request.endsWith('{}')) return;
        request = '';
        // The client reads `first` before the rest is written.
        socket.write(first, () => void turns().then(() => socket.write(then + answer)));
      });
    });
    const fetch = fetcher();
    for (let round = 0; round < 3; round++)
      expect(await post(fetch, `http://127.0.0.1:${port}/`)).toMatchObject({
        ok: true,
        status: 200,
        body: 'HTTP/1.1 100 C',
      });
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  test('is not decompressed: a small response stays small', async () => {
    const port = await http((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('as it is'));
    expect(await post(fetcher(), `http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, body: 'as it is' });
  });
});

describe('an aborted request', () => {
  test('rejects with the reason, at once, also before it began', async () => {
    const arrived = Promise.withResolvers<void>();
    const port = await http(() => arrived.resolve());
    const end = new AbortController();
    const outcome = post(fetcher(), `http://127.0.0.1:${port}/`, { signal: end.signal });
    await arrived.promise;
    end.abort(new Error('shutting down'));
    await expect(outcome).rejects.toThrow('shutting down');
    await expect(post(fetcher(), `http://127.0.0.1:${port}/`, { signal: end.signal })).rejects.toThrow('shutting down');
  });

  test('shares one listener at the signal with all others', async () => {
    const port = await http((_, response) => response.end());
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const fetch = fetcher();
    for (let round = 0; round < 3; round++) await post(fetch, `http://127.0.0.1:${port}/`, { signal });
    expect(add).toHaveBeenCalledTimes(1);
  });
});
