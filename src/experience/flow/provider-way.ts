import type { ProviderFacts } from '../../domain/flow/facts.ts';

/** The start of the ways that lead to an identity provider: its id follows. */
const prefix = 'identity:';
export const wayTo = ({ id }: Pick<ProviderFacts, 'id'>): string => `${prefix}${id}`;

/** The id of the provider that a way leads to; undefined for another way. */
export const providerIdOf = (way: string): string | undefined =>
  way.startsWith(prefix) ? way.slice(prefix.length) : undefined;
