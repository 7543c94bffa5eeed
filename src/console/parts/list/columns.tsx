import type { ReactNode } from 'react';
import { isCreation } from '../../data/event-facts.ts';
import type { FeedEvent } from '../../data/feed/feed.ts';
import { Identity } from '../identity/Identity.tsx';
import { Id, StateMark, When } from '../marks.tsx';
import type { Recognizable } from '../../data/records/recognition.ts';
import type { Column, Filter, ListDefinition } from './definition.ts';

/** Columns and orders that many lists have. */

/** A text of which a column may have the beginning only; all of it is in its title. */
export const clipped = (text: string, title: string = text): ReactNode => (
  <bdi className="clipped" title={title}>
    {text}
  </bdi>
);

export const nameColumn: Column<{ displayName: string }> = {
  key: 'name',
  title: (words) => words.common.name,
  show: ({ displayName }) => clipped(displayName),
  role: 'name',
  order: 'NAME',
};

/** The name of a record with its initials, and below it how it differs from others of this name. */
export const identityColumn: Column<Recognizable> = {
  ...nameColumn,
  show: (record) => <Identity record={record} />,
};

/** The same of the person that a row is about. */
export const personColumn = <Row,>(personOf: (row: Row) => Recognizable | null | undefined): Column<Row> => ({
  key: 'name',
  title: (words) => words.common.person,
  show(row, { record }) {
    const person = personOf(row);
    return person ? <Identity record={person} /> : record.nothing;
  },
  role: 'name',
  order: 'NAME',
});

/** The same of the application that a membership is of. */
export const applicationColumn: Column<{ application: Recognizable | null }> = {
  ...nameColumn,
  show: ({ application }, { record }) => (application ? <Identity record={application} /> : record.nothing),
};

/** The roles that a row has. */
export const rolesColumn = <Row,>(
  permission: string,
  rolesOf: (row: Row) => readonly { displayName: string }[] | null | undefined,
): Column<Row> => ({
  key: 'roles',
  title: (words) => words.common.roles,
  show(row, { record }) {
    const names = rolesOf(row)?.map(({ displayName }) => displayName) ?? [];
    if (names.length === 0) return record.nothing;
    return clipped(names.join(', '), names.join('\n'));
  },
  permission,
});

export const descriptionColumn: Column<{ description: string }> = {
  key: 'description',
  title: (words) => words.common.description,
  show: ({ description }, words) => clipped(words.ofPlatform(description)),
};

export const createdColumn: Column<{ createdAt: string }> = {
  key: 'created',
  title: (words) => words.record.created,
  show: ({ createdAt }) => <When at={createdAt} />,
  role: 'minor',
  order: 'CREATED_AT',
};

export const updatedColumn: Column<{ updatedAt: string }> = {
  key: 'updated',
  title: (words) => words.record.updated,
  show: ({ updatedAt }) => <When at={updatedAt} />,
  role: 'minor',
  order: 'UPDATED_AT',
  isExtra: true,
};

export const idColumn: Column<{ id: string }> = {
  key: 'id',
  title: (words) => words.record.id,
  show: ({ id }) => <Id id={id} />,
  role: 'minor',
  isExtra: true,
};

/** When a person has signed in last. */
export const lastSignInColumn: Column<{ lastSignInAt: string | null }> = {
  key: 'lastSignIn',
  title: (words) => words.common.lastSignIn,
  show: ({ lastSignInAt }) => <When at={lastSignInAt} />,
  role: 'minor',
  order: 'LAST_SIGN_IN_AT',
};

export const suspensionColumn: Column<{ isSuspended: boolean }> = {
  key: 'state',
  title: (words) => words.common.state,
  show: ({ isSuspended }, { state }) => (
    <StateMark tone={isSuspended ? 'soft' : 'good'}>{isSuspended ? state.suspended : state.active}</StateMark>
  ),
  role: 'state',
};

/** When a member has joined an organization. */
export const joinedColumn: Column<{ joinedAt: string }> = {
  key: 'joined',
  title: (words) => words.membership.joinedAt,
  show: ({ joinedAt }) => <When at={joinedAt} />,
  order: 'JOINED_AT',
};

/** By the time of joining, and by name. */
export const memberOrders: ListDefinition<{ id: string }>['orders'] = [
  { field: 'JOINED_AT', title: (words) => words.membership.joinedAt },
  { field: 'NAME', title: (words) => words.common.name },
];

/** By creation, name and last change. */
export const namedOrders: ListDefinition<{ id: string }>['orders'] = [
  { field: 'CREATED_AT', title: (words) => words.record.created },
  { field: 'NAME', title: (words) => words.common.name },
  { field: 'UPDATED_AT', title: (words) => words.record.updated },
];

/** By the time of creation. */
export const creationFilters: readonly Filter[] = [
  { key: 'createdAfter', input: 'time', isExtra: true },
  { key: 'createdBefore', input: 'time', isExtra: true },
];

/** The id of the new record of a kind that an event announces. */
export const createdId =
  (kind: string) =>
  (event: FeedEvent): string | null =>
    event.subject.kind === kind && isCreation(event) ? event.subject.id : null;
