import type { Records } from '../../support/records.ts';

/** A valid use of an operation: its input, its exact events, and the effect of repeating it. */
export interface Example {
  input: Record<string, unknown>;
  /** Type, subject (null for the new record) and the part of the payload that describes the change. */
  events: [type: string, subject: string | null, data: Record<string, unknown>][];
  again: 'nothing' | 'NOT_FOUND' | 'CONFLICT' | 'TAKEN' | 'the same events';
}

/** By name of the operation. */
export type Examples = Record<string, (w: Records) => Example>;

export const example = (events: Example['events'], input: Example['input'], again: Example['again']): Example => ({
  events,
  input,
  again,
});

/** The complete delta of Organization.Membership.Updated. */
export const membership = (organizationId: string, delta: Record<string, string[]>): Record<string, unknown> => ({
  organizationId,
  addedUserIds: [],
  removedUserIds: [],
  addedApplicationIds: [],
  removedApplicationIds: [],
  ...delta,
});

/** The complete delta of OrganizationRole.Scopes.Updated. */
export const scopes = (delta: Record<string, string[]>): Record<string, unknown> => ({
  addedOrganizationScopeIds: [],
  removedOrganizationScopeIds: [],
  addedScopeIds: [],
  removedScopeIds: [],
  ...delta,
});
