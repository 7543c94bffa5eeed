import { graphql } from 'relay-runtime';

// Compiled by relay-compiler; the plugins of bundlers replace them by the results.

export const user = graphql`
  fragment documents_user on User {
    id
    email
    roles {
      name
    }
  }
`;

export const users = graphql`
  query documentsUsersQuery($search: String, $first: Int!, $after: String) {
    users(search: $search, first: $first, after: $after) @connection(key: "documents_users", filters: ["search"]) {
      edges {
        node {
          ...documents_user @relay(mask: false)
        }
      }
    }
  }
`;

export const create = graphql`
  mutation documentsCreateMutation($input: CreateUserInput!) {
    createUser(input: $input) {
      user {
        ...documents_user @relay(mask: false)
      }
      events {
        __typename
      }
    }
  }
`;

export const feed = graphql`
  subscription documentsFeedSubscription {
    events(types: [USER_CREATED]) {
      __typename
      ... on EventMessage {
        cursor
        event {
          ... on UserCreatedEvent {
            user {
              email
            }
          }
        }
      }
      ... on CaughtUp {
        cursor
      }
    }
  }
`;
