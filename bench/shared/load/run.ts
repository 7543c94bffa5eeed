import { type Conversations, type ConversationsResult, runConversations } from './conversations.ts';

/** The requests to send: `requests[from]`, `requests[from + 1]` …, and again from the start. */
export interface Load extends Omit<Conversations, 'converse'> {
  requests: readonly Buffer[];
}

export interface LoadResult extends ConversationsResult {
  /** Responses by status, for every status except 2xx. */
  refusals: Record<string, number>;
  /** The body of every 199th response, with its request. */
  samples: { request: number; body: string }[];
}

const sampleEvery = 199;

/** Sends the load and waits for the last response. Rejects if a connection fails or a response is missing. */
export async function runLoad({ requests, ...load }: Load): Promise<LoadResult> {
  const refusals: Record<string, number> = {};
  const samples: { request: number; body: string }[] = [];
  let answered = 0;
  const result = await runConversations({
    ...load,
    async converse(connection, number) {
      const request = number % requests.length;
      const { status, body } = await connection.ask(requests[request] as Buffer);
      answered += 1;
      if (status < 200 || status > 299) refusals[status] = (refusals[status] ?? 0) + 1;
      else if (answered % sampleEvery === 0) samples.push({ request, body: body.toString() });
    },
  });
  return { ...result, next: result.next % requests.length, refusals, samples };
}
