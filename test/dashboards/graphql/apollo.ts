import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { relayStylePagination } from '@apollo/client/utilities';
import { graphql } from './generated/apollo/gql.ts';
import fragments from './generated/apollo/possible-types.ts';
import { keepCursor, socket } from './feed.ts';
import { address, token } from '../platform.ts';

// A list with "more", a form with problems per field, and a live page, with Apollo Client. graphql-codegen derives the
// types from the documents.

const http = new HttpLink({ uri: `${address}/graphql`, headers: { authorization: `Bearer ${token}` } });
const client = new ApolloClient({
  link: ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(socket),
    http,
  ),
  cache: new InMemoryCache({
    possibleTypes: fragments.possibleTypes,
    typePolicies: { Query: { fields: { users: relayStylePagination(['filter', 'orderBy', 'search']) } } },
  }),
});

const users = graphql(`
  query Users($search: String, $after: String) {
    users(search: $search, first: 2, after: $after) {
      edges { node { id email } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
const createUser = graphql(`
  mutation CreateUser($email: EmailAddress) {
    createUser(input: { email: $email }) { user { id version } events { id type } }
  }
`);
const updateUser = graphql(`
  mutation UpdateUser($input: UpdateUserInput!, $expectedVersion: Int!, $dryRun: Boolean) {
    updateUser(input: $input, expectedVersion: $expectedVersion, dryRun: $dryRun) {
      user { id email version }
      events { id type }
    }
  }
`);
const feed = graphql(`
  subscription Feed {
    events(types: [USER_CREATED]) {
      __typename
      ... on EventMessage { cursor event { __typename id ... on UserCreatedEvent { user { email } } } }
      ... on CaughtUp { cursor }
      ... on CursorExpired { message }
    }
  }
`);

const mark = `apollo-${process.pid}`;
const created: { id: string; version: number }[] = [];
for (const number of [1, 2, 3]) {
  const { data } = await client.mutate({ mutation: createUser, variables: { email: `${mark}-${number}@example.com` } });
  if (data?.createUser?.user) created.push(data.createUser.user);
}
console.log('created', created.length);

const list = client.watchQuery({ query: users, variables: { search: mark } });
// The cache keeps a list while it is watched.
const watching = list.subscribe(() => {});
let { data: page } = await list.refetch();
while (page?.users?.pageInfo.hasNextPage) {
  ({ data: page } = await list.fetchMore({ variables: { after: page.users.pageInfo.endCursor } }));
}
const listed = () => client.readQuery({ query: users, variables: { search: mark } })?.users?.edges ?? [];
console.log('listed', listed().length);

const [{ id: userId, version: expectedVersion }] = created as [(typeof created)[number]];
const input = { userId, email: `${mark}-other@example.com` };
const tried = await client.mutate({
  mutation: updateUser,
  variables: { input, expectedVersion, dryRun: true },
  // The cache must not take what would change for what has changed.
  fetchPolicy: 'no-cache',
});
console.log('would emit', tried.data?.updateUser?.events.map(({ type }) => type).join(', '));
console.log(
  'still listed',
  listed().some(({ node }) => node?.email === `${mark}-1@example.com`),
);
watching.unsubscribe();

try {
  await client.mutate({ mutation: createUser, variables: { email: `${mark}-1@example.com` } });
} catch (error) {
  if (!CombinedGraphQLErrors.is(error)) throw error;
  for (const { extensions } of error.errors) {
    const problems = extensions?.['problems'] as { path: string[]; code: string }[] | undefined;
    console.log('refused', extensions?.['code'], problems?.map(({ path, code }) => `${path.join('.')} ${code}`).join());
  }
}

// Messages of a feed are no records: the cache has no use for them.
client.subscribe({ query: feed, fetchPolicy: 'no-cache' }).subscribe(({ data }) => {
  const message = data?.events;
  if (!message || message.__typename === 'CursorExpired') return console.log('load the page again');
  keepCursor(message.cursor);
  if (message.__typename === 'CaughtUp') return console.log('live');
  if (message.event.__typename === 'UserCreatedEvent') console.log('event', message.event.user.email);
});
