// What the page of an organization reads: the first page of each list with it, and the others on their own.
import { graphql } from '../../data/graphql.ts';

const Members = graphql(`
  fragment Members on OrganizationMemberConnection {
    nodes { id user @include(if: $users) { id displayName } roles @include(if: $roles) { id displayName } }
    pageInfo { hasNextPage endCursor }
  }
`);

const Machines = graphql(`
  fragment Machines on OrganizationApplicationConnection {
    nodes { id application @include(if: $applications) { id displayName } roles @include(if: $roles) { id displayName } }
    pageInfo { hasNextPage endCursor }
  }
`);

const Pending = graphql(`
  fragment Pending on OrganizationInvitationConnection {
    nodes { id inviteeEmail expiresAt }
    pageInfo { hasNextPage endCursor }
  }
`);

const Domains = graphql(`
  fragment Domains on OrganizationDomainConnection { nodes { domain } pageInfo { hasNextPage endCursor } }
`);

export const OrganizationDocument = graphql(
  `
  query Organization($id: ID!, $users: Boolean!, $applications: Boolean!, $roles: Boolean!) {
    organization(id: $id) {
      id displayName version description
      members(first: 50) { ...Members }
      applications(first: 50) { ...Machines }
      invitations(first: 50, filter: { status: PENDING }) { ...Pending }
      domains(first: 50) { ...Domains }
    }
  }
`,
  [Members, Machines, Pending, Domains],
);

export const MembersDocument = graphql(
  `
  query OrganizationMembers($id: ID!, $users: Boolean!, $roles: Boolean!, $after: String, $search: String) {
    record: organization(id: $id) { id page: members(first: 50, after: $after, search: $search) { ...Members } }
  }
`,
  [Members],
);

export const MachinesDocument = graphql(
  `
  query OrganizationMachines($id: ID!, $applications: Boolean!, $roles: Boolean!, $after: String, $search: String) {
    record: organization(id: $id) { id page: applications(first: 50, after: $after, search: $search) { ...Machines } }
  }
`,
  [Machines],
);

export const PendingDocument = graphql(
  `
  query OrganizationPending($id: ID!, $after: String, $search: String) {
    record: organization(id: $id) {
      id page: invitations(first: 50, after: $after, search: $search, filter: { status: PENDING }) { ...Pending }
    }
  }
`,
  [Pending],
);

export const DomainsDocument = graphql(
  `
  query OrganizationDomains($id: ID!, $after: String, $search: String) {
    record: organization(id: $id) { id page: domains(first: 50, after: $after, search: $search) { ...Domains } }
  }
`,
  [Domains],
);
