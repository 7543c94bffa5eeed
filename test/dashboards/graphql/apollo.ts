import {
  ApolloClient,
  ApolloLink,
  CombinedGraphQLErrors,
  gql,
  HttpLink,
  InMemoryCache,
  type TypedDocumentNode,
} from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { relayStylePagination } from '@apollo/client/utilities';
import { keepCursor, socket } from './feed.ts';
import { address, token } from '../platform.ts';

// A list with "more", a form with problems per field, and a live page, with Apollo Client.

const http = new HttpLink({ uri: `${address}/graphql`, headers: { authorization: `Bearer ${token}` } });
const client = new ApolloClient({
  link: ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(socket),
    http,
  ),
  cache: new InMemoryCache({
    typePolicies: { Query: { fields: { users: relayStylePagination(['filter', 'orderBy', 'search']) } } },
  }),
});

interface Users {
  users: {
    edges: { node: { id: string; email: string | null } }[];
    pageInfo: { hasNextPage: boolean; endCursor: string };
  };
}
const users: TypedDocumentNode<Users, { search: string; after?: string }> = gql`
  query Users($search: String, $after: String) {
    users(search: $search, first: 2, after: $after) {
      edges { node { id email } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
interface Created {
  createUser: { user: { id: string }; events: { type: string }[] };
}
const createUser: TypedDocumentNode<Created, { email: string }> = gql`
  mutation CreateUser($email: EmailAddress) {
    createUser(input: { email: $email }) { user { id } events { type } }
  }
`;

const mark = `apollo-${process.pid}`;
for (const number of [1, 2, 3]) {
  const { data } = await client.mutate({ mutation: createUser, variables: { email: `${mark}-${number}@example.com` } });
  console.log('created with', data?.createUser.events.map(({ type }) => type).join(', '));
}

const list = client.watchQuery({ query: users, variables: { search: mark } });
// The cache keeps a list while it is watched.
const watching = list.subscribe(() => {});
let { data: page } = await list.refetch();
while (page?.users.pageInfo.hasNextPage) {
  ({ data: page } = await list.fetchMore({ variables: { after: page.users.pageInfo.endCursor } }));
}
console.log('listed', client.readQuery({ query: users, variables: { search: mark } })?.users.edges.length);
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

interface Feed {
  events:
    | { __typename: 'EventMessage'; cursor: string; event: { __typename: string; user?: { email: string | null } } }
    | { __typename: 'CaughtUp'; cursor: string }
    | { __typename: 'CursorExpired'; message: string };
}
const feed: TypedDocumentNode<Feed> = gql`
  subscription Feed {
    events(types: [USER_CREATED]) {
      ... on EventMessage { cursor event { id ... on UserCreatedEvent { user { email } } } }
      ... on CaughtUp { cursor }
      ... on CursorExpired { message }
    }
  }
`;
client.subscribe({ query: feed }).subscribe(({ data }) => {
  const message = data?.events;
  if (!message || message.__typename === 'CursorExpired') return console.log('load the page again');
  keepCursor(message.cursor);
  if (message.__typename === 'CaughtUp') return console.log('live');
  console.log('event', message.event.user?.email);
});
