import relay from 'relay-runtime';
import createMutation from './generated/relay/documentsCreateMutation.graphql.ts';
import type { documentsCreateMutation } from './generated/relay/documentsCreateMutation.graphql.ts';
import feedSubscription from './generated/relay/documentsFeedSubscription.graphql.ts';
import type { documentsFeedSubscription } from './generated/relay/documentsFeedSubscription.graphql.ts';
import usersQuery from './generated/relay/documentsUsersQuery.graphql.ts';
import type { documentsUsersQuery } from './generated/relay/documentsUsersQuery.graphql.ts';
import { keepCursor, socket } from './feed.ts';
import { address, token } from '../platform.ts';

// A list, a form and a live page with the runtime of Relay. With React, react-relay takes the same environment.

const { commitMutation, Environment, fetchQuery, Network, Observable, RecordSource, requestSubscription, Store } =
  relay;

const environment = new Environment({
  store: new Store(new RecordSource()),
  network: Network.create(
    async ({ text }, variables) => {
      const response = await fetch(`${address}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: text, variables }),
      });
      return response.json();
    },
    ({ text }, variables) =>
      Observable.create((sink) => socket.subscribe({ query: text ?? '', variables }, sink as never)),
  ),
});

const email = `relay-${process.pid}@example.com`;
await new Promise<void>((resolve, reject) => {
  commitMutation<documentsCreateMutation>(environment, {
    mutation: createMutation,
    variables: { input: { email } },
    onError: reject,
    onCompleted({ createUser }) {
      console.log('created with', createUser?.events.map(({ __typename }) => __typename).join(', '));
      resolve();
    },
  });
});

const variables = { search: email, first: 2 };
const page = await fetchQuery<documentsUsersQuery>(environment, usersQuery, variables).toPromise();
console.log('listed', page?.users?.edges.length, page?.users?.edges[0]?.node?.email === email);

requestSubscription<documentsFeedSubscription>(environment, {
  subscription: feedSubscription,
  variables: {},
  onNext(data) {
    const message = data?.events;
    if (message?.__typename === 'EventMessage') {
      keepCursor(message.cursor);
      console.log('event', message.event.user?.email);
    } else if (message?.__typename === 'CaughtUp') {
      keepCursor(message.cursor);
      console.log('live');
    }
  },
});
