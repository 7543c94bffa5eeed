import type { Recognizable } from '../../data/records/recognition.ts';

/** The exchanges that an application was granted in some days over one path. */
export interface Used {
  /** Null for one that is deleted. */
  apiResource: Recognizable | null;
  /** Resource indicator that the exchanged tokens were for; null for opaque tokens. */
  subjectResource: string | null;
  granted: number;
  /** Scopes that were granted; empty also in sums of a version that did not count them. */
  scopes: readonly string[];
}

/** The paths with granted exchanges, by API resource that is not deleted. */
export const pathsByApi = (used: readonly Used[]): Used[][] => [
  ...Map.groupBy(
    used.filter(({ apiResource, granted }) => apiResource !== null && granted > 0),
    ({ apiResource }) => apiResource?.id ?? '',
  ).values(),
];

/** The exchanges that an application was granted at one API resource. */
interface UsedApi {
  apiResource: Recognizable;
  granted: number;
  scopes: readonly string[];
}

/** By API resource, the most used first. */
export const usedApis = (used: readonly Used[]): UsedApi[] =>
  pathsByApi(used)
    .flatMap((paths) => {
      const [first] = paths;
      return first?.apiResource ? [{ apiResource: first.apiResource, ...sumOf(paths) }] : [];
    })
    .sort((one, other) => other.granted - one.granted);

/** Exchanges that were granted at API resources that are not deleted. */
export const grantedOf = (used: readonly Used[]): number => sumOf(pathsByApi(used).flat()).granted;

export const sumOf = (paths: readonly Used[]): Omit<UsedApi, 'apiResource'> => ({
  granted: paths.reduce((sum, { granted }) => sum + granted, 0),
  scopes: [...new Set(paths.flatMap(({ scopes }) => scopes))].sort(),
});
