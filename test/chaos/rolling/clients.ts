import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request for a token, as its bytes are sent. */
export interface TokenRequest {
  url: string;
  authorization: string;
  body: string;
}

/** A request that got no token. */
export interface Loss {
  /** Milliseconds of `performance.now`. */
  at: number;
  connection: 'kept' | 'new';
  /** The status, or the error of the connection. */
  reason: string;
}

interface Clients {
  /** The number of tokens so far. */
  issued(): number;
  losses: readonly Loss[];
  /** Resolves after the requests in progress. */
  stop(): Promise<void>;
}

/** Clients of each kind. */
const clients = 6;
/** Milliseconds between a response and the next request of a client. */
const pause = 20;
/** Milliseconds after which a request is lost. */
const limit = 15_000;

/** Clients that request one token after the other: half of them on one connection, half of them on new ones. */
export function startClients(tokenRequest: TokenRequest): Clients {
  const ending = new AbortController();
  const losses: Loss[] = [];
  let issued = 0;
  const work = async (connection: Loss['connection']): Promise<void> => {
    const agent = new Agent({ keepAlive: connection === 'kept', maxSockets: 1 });
    while (!ending.signal.aborted) {
      const at = performance.now();
      const reason = await lossOf(tokenRequest, agent);
      if (reason === undefined) issued++;
      else losses.push({ at, connection, reason });
      await sleep(pause);
    }
    agent.destroy();
  };
  const kinds = ['kept', 'new'] as const;
  const working = Promise.all(kinds.flatMap((kind) => Array.from({ length: clients }, () => work(kind))));
  return {
    issued: () => issued,
    losses,
    async stop() {
      ending.abort();
      await working;
    },
  };
}

/** Sends a request. Returns why it got no token; undefined if it got one. */
async function lossOf({ url, authorization, body }: TokenRequest, agent: Agent): Promise<string | undefined> {
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
  const sent = request(url, { method: 'POST', headers, agent, signal: AbortSignal.timeout(limit) });
  sent.end(body);
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const answer = await text(response);
    if (response.statusCode !== 200) return `${response.statusCode} ${answer.slice(0, 100).replaceAll(/\s+/g, ' ')}`;
    return answer.includes('"access_token"') ? undefined : 'no token in the response';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  }
}
