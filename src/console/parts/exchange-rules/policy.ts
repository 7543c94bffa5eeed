import { isObject } from '../../data/is-object.ts';

export interface Mapping {
  carried: string;
  allows: readonly string[];
}

export interface Target {
  apiResourceId: string;
  /** Names; empty: all. */
  scopes: readonly string[];
  mappings: readonly Mapping[];
}

/** The rule that an application can exchange for an API resource, and get all scopes there. */
export const newTarget = (apiResourceId: string): Target => ({ apiResourceId, scopes: [], mappings: [] });

/** The rules of an application, as far as they are known: of a form that is being filled in, or of an event. */
export interface Policy {
  /** Null: no rule. */
  targets: readonly Target[] | null;
  subjectAudience: string;
  scopeRule: string;
  organizationRule: string;
  organizationIds: readonly string[];
  maxAuthenticationAge: number | null;
  requiredAcr: string | null;
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const objectsIn = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The policy that values of a form, or the data of an event, have. What is absent is no rule. */
export const policyIn = (values: Readonly<Record<string, unknown>>): Policy => ({
  targets: Array.isArray(values['targets']) ? targetsIn(values['targets']) : null,
  subjectAudience: textIn(values['subjectAudience']) || 'ANY',
  scopeRule: textIn(values['scopeRule']) || 'HELD',
  organizationRule: textIn(values['organizationRule']) || 'OPTIONAL',
  organizationIds: textsIn(values['organizationIds']),
  maxAuthenticationAge: typeof values['maxAuthenticationAge'] === 'number' ? values['maxAuthenticationAge'] : null,
  requiredAcr: textIn(values['requiredAcr']) || null,
});

const targetsIn = (value: unknown): Target[] =>
  objectsIn(value).map(({ apiResourceId, scopes, mappings }) => ({
    apiResourceId: textIn(apiResourceId),
    scopes: textsIn(scopes),
    mappings: objectsIn(mappings).map(({ carried, allows }) => ({ carried: textIn(carried), allows: textsIn(allows) })),
  }));

/** The scopes of a target as they are compared: their order has no meaning. */
export const sameScopes = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set(one).symmetricDifference(new Set(other)).size === 0;
