import { ClientError, GraphQLClient, gql } from 'graphql-request';
import { address, token } from '../platform.ts';

// A script: a form with a dry run, and a list of all pages, with graphql-request.

const client = new GraphQLClient(`${address}/graphql`, { headers: { authorization: `Bearer ${token}` } });

interface Created {
  createUser: { user: { id: string }; events: { type: string }[] };
}
const createUser = gql`
  mutation CreateUser($email: EmailAddress, $dryRun: Boolean) {
    createUser(input: { email: $email }, dryRun: $dryRun) { user { id } events { type } }
  }
`;
interface Users {
  users: { nodes: { email: string | null }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
}
const users = gql`
  query Users($search: String, $after: String) {
    users(search: $search, first: 1, after: $after) { nodes { email } pageInfo { hasNextPage endCursor } }
  }
`;

const mark = `graphql-request-${process.pid}`;
const tried = await client.request<Created>(createUser, { email: `${mark}@example.com`, dryRun: true });
console.log('would emit', tried.createUser.events.map(({ type }) => type).join(', '));
for (const number of [1, 2]) await client.request<Created>(createUser, { email: `${mark}-${number}@example.com` });
try {
  await client.request<Created>(createUser, { email: 'no address' });
} catch (error) {
  if (!(error instanceof ClientError)) throw error;
  console.log('refused', error.response.errors?.map(({ extensions }) => extensions['code']).join());
}

let after: string | null = null;
let found = 0;
do {
  const page: Users = await client.request<Users>(users, { search: mark, after });
  found += page.users.nodes.length;
  after = page.users.pageInfo.hasNextPage ? page.users.pageInfo.endCursor : null;
} while (after !== null);
console.log('listed', found);
