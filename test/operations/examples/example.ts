import type { World } from '../world.ts';

/** One good use of an operation: what it is given, exactly what it emits, and what happens when it is done once more. */
export interface Example {
  input: Record<string, unknown>;
  /** Type, subject (null: the new record) and the part of the payload that tells what happened. */
  events: [type: string, subject: string | null, data: Record<string, unknown>][];
  again: 'nothing' | 'NOT_FOUND' | 'CONFLICT' | 'the same events';
}

/** By name of the operation. */
export type Examples = Record<string, (w: World) => Example>;

export const example = (events: Example['events'], input: Example['input'], again: Example['again']): Example => ({
  events,
  input,
  again,
});

/** The whole delta of Organization.Membership.Updated. */
export const membership = (organizationId: string, delta: Record<string, string[]>): Record<string, unknown> => ({
  organizationId,
  addedUserIds: [],
  removedUserIds: [],
  addedApplicationIds: [],
  removedApplicationIds: [],
  ...delta,
});

/** The whole delta of OrganizationRole.Scopes.Updated. */
export const scopes = (delta: Record<string, string[]>): Record<string, unknown> => ({
  addedOrganizationScopeIds: [],
  removedOrganizationScopeIds: [],
  addedScopeIds: [],
  removedScopeIds: [],
  ...delta,
});
