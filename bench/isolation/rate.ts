import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

/** A raw exchange request. */
export interface Exchange {
  authorization: string;
  form: string;
}

/** Milliseconds from the scheduled time of an exchange to its response. */
export interface Latencies {
  p50: number;
  p99: number;
}

interface Order {
  port: number;
  perSecond: number;
  seconds: number;
}

/**
 * Sends exchanges at a constant rate from a separate process, whether or not earlier ones have a response, so that a
 * blocked server is noticed.
 */
export async function startRate(exchanges: Exchange[]) {
  const child = fork(fileURLToPath(import.meta.url), ['--child'], { serialization: 'advanced' });
  const send = async (message: object): Promise<Latencies> => {
    const answer = once(child, 'message') as Promise<[Latencies | { failed: string }]>;
    child.send(message);
    const [response] = await answer;
    if ('failed' in response) throw new Error(response.failed);
    return response;
  };
  await send({ exchanges });
  return { run: (order: Order) => send({ order }), stop: () => void child.kill() };
}

function serve(): void {
  let kept: Exchange[] = [];
  const agent = new Agent({ keepAlive: true });
  let next = 0;
  const send = (port: number, due: number) =>
    new Promise<number>((resolve, reject) => {
      const exchange = kept[next++ % kept.length] as Exchange;
      const headers = {
        authorization: exchange.authorization,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': exchange.form.length,
      };
      request({ host: '127.0.0.1', port, path: '/oidc/token', method: 'POST', headers, agent }, (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - due);
          else reject(new Error(`An exchange failed with ${response.statusCode}. The run is void.`));
        });
      })
        .on('error', reject)
        .end(exchange.form);
    });
  const run = async ({ port, perSecond, seconds }: Order): Promise<Latencies> => {
    const begin = performance.now();
    const sent: Promise<number>[] = [];
    for (let index = 0; index < perSecond * seconds; index++) {
      const due = begin + (index * 1000) / perSecond;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const answer = send(port, performance.now());
      answer.catch(() => {});
      sent.push(answer);
    }
    const all = (await Promise.all(sent)).toSorted((one, other) => one - other);
    const at = (part: number) => all[Math.min(all.length - 1, Math.floor(all.length * part))] ?? Number.NaN;
    return { p50: at(0.5), p99: at(0.99) };
  };
  process.on('message', (message: { exchanges?: Exchange[]; order?: Order }) => {
    if (message.exchanges) kept = message.exchanges;
    const done = message.order ? run(message.order) : Promise.resolve({ p50: 0, p99: 0 });
    done.then(
      (latencies) => process.send?.(latencies),
      (error: unknown) => process.send?.({ failed: String(error) }),
    );
  });
}

if (process.argv[2] === '--child') serve();
