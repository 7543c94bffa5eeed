import { createClient } from 'graphql-sse';
import { address, token } from '../platform.ts';

// A live page over server-sent events, for networks that cut WebSockets.

interface Feed {
  events: { cursor: string; event?: { id: string; user?: { email: string | null } } };
}

const client = createClient({
  url: `${address}/graphql`,
  headers: { authorization: `Bearer ${token}` },
  retryAttempts: 0,
});
const query = /* GraphQL */ `
  subscription Feed($after: String) {
    events(types: [USER_CREATED], after: $after) {
      ... on EventMessage { cursor event { id ... on UserCreatedEvent { user { email } } } }
      ... on CaughtUp { cursor }
    }
  }
`;

/** The cursor at which the next stream begins: a client that retries by itself sends the same variables again. */
let after: string | undefined;
for (let wait = 0; ; wait = Math.min(wait + 200, 2000)) {
  try {
    for await (const { data } of client.iterate<Feed>({ query, variables: { after } })) {
      if (!data) continue;
      after = data.events.cursor;
      wait = 0;
      console.log(data.events.event ? `event ${data.events.event.user?.email}` : 'live');
    }
  } catch {
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
