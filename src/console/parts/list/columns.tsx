import { StateMark, When } from '../marks.tsx';
import type { Column, ListDefinition } from './definition.ts';

/** Columns and orders that many lists have. */

export const nameColumn: Column<{ displayName: string }> = {
  key: 'name',
  title: (words) => words.users.name,
  show: ({ displayName }) => displayName,
  role: 'name',
};

export const descriptionColumn: Column<{ description: string }> = {
  key: 'description',
  title: (words) => words.applications.description,
  show: ({ description }) => description,
  role: 'minor',
};

export const createdColumn: Column<{ createdAt: string }> = {
  key: 'created',
  title: (words) => words.record.created,
  show: ({ createdAt }) => <When at={createdAt} />,
  role: 'minor',
};

export const suspensionColumn: Column<{ isSuspended: boolean }> = {
  key: 'state',
  title: (words) => words.users.state,
  show: ({ isSuspended }, { state }) => (
    <StateMark tone={isSuspended ? 'soft' : 'good'}>{isSuspended ? state.suspended : state.active}</StateMark>
  ),
  role: 'state',
};

/** By creation, name and last change. */
export const namedOrders: ListDefinition<{ id: string }>['orders'] = [
  { field: 'CREATED_AT', title: (words) => words.record.created },
  { field: 'NAME', title: (words) => words.users.name },
  { field: 'UPDATED_AT', title: (words) => words.record.updated },
];
