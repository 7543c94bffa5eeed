import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { type Answers, type Load, repeatedly, type Target, wait } from './load.ts';

function open({ port, token }: Target, method: string, path: string): ClientRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
  return httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
}

/** The response of a request; undefined if the connection was closed before. */
const responseTo = (request: ClientRequest): Promise<IncomingMessage | undefined> =>
  new Promise((resolve) => {
    request.on('response', resolve).on('error', () => resolve(undefined));
  });

/** Resolves when the response has ended, or the connection was closed. */
const ended = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    response.on('error', () => undefined).on('close', () => resolve());
  });

const lineBreaks = Buffer.alloc(2 * 1024 * 1024, '\n');

export const importsOfLineBreaks: Load = {
  title: 'imports of line breaks',
  mostMilliseconds: 15,
  expects: '200',
  start: async (target, answers) =>
    repeatedly(4, async () => {
      const request = open(target, 'POST', '/api/users/import');
      const responding = responseTo(request);
      request.end(lineBreaks);
      const response = await responding;
      answers.add(response?.statusCode ?? 'closed');
      if (response) await ended(response.resume());
      return response?.statusCode === 200;
    }),
};

/** One client at a time, until the response ends or the load is over. */
async function one(
  request: ClientRequest,
  answers: Answers,
  signal: AbortSignal,
  each: (response: IncomingMessage) => void,
): Promise<boolean> {
  const leave = () => request.destroy();
  signal.addEventListener('abort', leave);
  const response = await responseTo(request);
  if (!signal.aborted) answers.add(response?.statusCode ?? 'closed');
  if (response?.statusCode === 200) {
    const timer = setInterval(() => each(response), 100);
    await ended(response);
    clearInterval(timer);
  } else response?.resume();
  signal.removeEventListener('abort', leave);
  return response?.statusCode === 200;
}

export const slowImporters: Load = {
  title: 'slow importers',
  mostMilliseconds: 15,
  expects: '200',
  start: async (target, answers) => {
    const running = repeatedly(48, (signal) => {
      const request = open(target, 'POST', '/api/users/import');
      request.flushHeaders();
      return one(request, answers, signal, (response) => {
        response.resume();
        request.write(`${'x'.repeat(99)}\n`.repeat(2));
      });
    });
    await wait(500);
    return running;
  },
};

export const slowReaders: Load = {
  title: 'slow readers of an export',
  mostMilliseconds: 15,
  expects: '200',
  start: async (target, answers) => {
    const running = repeatedly(24, (signal) => {
      const request = open(target, 'GET', '/api/export/users');
      request.end();
      return one(request, answers, signal, (response) => void response.read(65_536));
    });
    await wait(500);
    return running;
  },
};
