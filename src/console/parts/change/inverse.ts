import type { Current } from '../../data/change.ts';

interface Inverse {
  operation: string;
  input: Record<string, unknown>;
}

/** A switch: its inverse has the other value. */
const switches: Readonly<Record<string, string>> = {
  setUserSuspended: 'isSuspended',
  setUsersSuspended: 'isSuspended',
  setApplicationSuspended: 'isSuspended',
  setApplicationTokenExchange: 'tokenExchangeAllowed',
  setWebhookEnabled: 'isEnabled',
  setConnectorEnabled: 'isEnabled',
};

/** The change that takes a change back, built from the old values; null if there is none, as for deletions. */
export function inverseOf(
  operation: string,
  input: Readonly<Record<string, unknown>>,
  before: Current | null,
): Inverse | null {
  const flag = switches[operation];
  if (flag && typeof input[flag] === 'boolean') return { operation, input: { ...input, [flag]: !input[flag] } };
  if (!operation.startsWith('update') || !before) return null;
  const names = Object.keys(input).filter((name) => !name.endsWith('Id'));
  if (names.length === 0 || !names.every((name) => name in before)) return null;
  return { operation, input: { ...input, ...Object.fromEntries(names.map((name) => [name, before[name]])) } };
}
