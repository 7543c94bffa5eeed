import { cacheExchange, Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './generated/graphql-env.d.ts';
import { keepCursor, socket } from './feed.ts';
import { address, token } from '../platform.ts';

// A list and a live page with urql; gql.tada derives the types from the documents.

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; JSON: unknown; JSONObject: Record<string, unknown>; URL: string; EmailAddress: string };
}>();

const client = new Client({
  url: `${address}/graphql`,
  preferGetMethod: false,
  fetchOptions: { headers: { authorization: `Bearer ${token}` } },
  exchanges: [
    cacheExchange,
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: (sink) => ({
          unsubscribe: socket.subscribe({ query, ...(variables && { variables }) }, sink as never),
        }),
      }),
    }),
  ],
});

const createUser = graphql(`
  mutation CreateUser($email: EmailAddress) { createUser(input: { email: $email }) { user { id } events { __typename } } }
`);
const users = graphql(`
  query Users($search: String) { users(search: $search, first: 10) { totalCount nodes { id email roles { name } } } }
`);
const feed = graphql(`
  subscription Feed {
    events(types: [USER_CREATED]) {
      __typename
      ... on EventMessage { cursor event { id ... on UserCreatedEvent { user { email } } } }
      ... on CaughtUp { cursor }
      ... on CursorExpired { message }
    }
  }
`);

const mark = `urql-${process.pid}`;
const created = await client.mutation(createUser, { email: `${mark}@example.com` });
console.log('created with', created.data?.createUser?.events.map(({ __typename }) => __typename).join(', '));
const refused = await client.mutation(createUser, { email: 'no address' });
for (const { extensions } of refused.error?.graphQLErrors ?? []) console.log('refused', extensions['code']);
const listed = await client.query(users, { search: mark });
console.log('listed', listed.data?.users?.totalCount, listed.data?.users?.nodes[0]?.email === `${mark}@example.com`);

client.subscription(feed, {}).subscribe(({ data }) => {
  const message = data?.events;
  if (!message || message.__typename === 'CursorExpired') return console.log('load the page again');
  keepCursor(message.cursor);
  if (message.__typename === 'CaughtUp') return console.log('live');
  if ('user' in message.event) console.log('event', message.event.user.email);
});
