import type { Answer, DueDeletions } from './attention-items.tsx';

/** The areas that are checked, with the permissions that each requires. */
export const areas = {
  webhooks: ['webhooks:read'],
  connectors: ['connectors:read'],
  identityProviders: ['identity-providers:read'],
  exchanges: ['exchanges:read'],
  jobs: ['users:read'],
  deletions: ['users:read'],
  keys: ['signing-keys:read'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Area = keyof typeof areas;

export const areaNames = Object.keys(areas) as Area[];

/** Whether each area was read, all of it: nothing is claimed of what was not. */
export const areasRead = (answer: Answer, due: DueDeletions | undefined): Readonly<Record<Area, boolean>> => ({
  webhooks: answer.failing != null && answer.disabled != null,
  connectors: answer.connectors != null,
  identityProviders: answer.identityProviders != null && answer.certified?.pageInfo.hasNextPage === false,
  exchanges: answer.exchangeEdges != null,
  jobs: answer.jobs != null,
  deletions: due?.deletions != null,
  keys: answer.signingKeys?.pageInfo.hasNextPage === false,
});
