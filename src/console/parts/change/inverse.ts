import type { Current, EmittedEvent } from '../../data/change.ts';
import { type Inverse, links } from './inverse-links.ts';
import type { Values } from './values.ts';

/** A change that was made. */
interface Made {
  operation: string;
  input: Values;
  /** The record before it; null if it is about several, or was not read. */
  before: Current | null;
  /** What it emitted; null if the viewer may not read events. */
  events: readonly EmittedEvent[] | null;
}

/** A switch: its inverse has the other value. */
const switches: Readonly<Record<string, string>> = {
  setUserSuspended: 'isSuspended',
  setApplicationSuspended: 'isSuspended',
  setApplicationTokenExchange: 'tokenExchangeAllowed',
  setApplicationManagementApi: 'managementApiAllowed',
  setWebhookEnabled: 'isEnabled',
  setConnectorEnabled: 'isEnabled',
};

/**
 * The change that takes a change back, built from the old values and from what its events say that it did. Null if
 * there is none that takes back all of it, as for deletions, secrets, ended sessions, and members that have left.
 */
export function inverseOf(made: Made): Inverse | null {
  const { operation, input, events } = made;
  // Nothing has changed.
  if (events?.length === 0) return null;
  const flag = switches[operation];
  if (flag) return inverseSwitch(made, flag);
  return links[operation]?.(input, events ?? []) ?? inverseUpdate(made);
}

/** Null if another switch went with it: only the one comes back. */
function inverseSwitch({ operation, input, events }: Made, flag: string): Inverse | null {
  const wentWithIt = events?.some(({ data }) => ((data['changed'] as string[] | undefined)?.length ?? 0) > 1);
  if (typeof input[flag] !== 'boolean' || wentWithIt) return null;
  return { operation, input: { ...input, [flag]: !input[flag] } };
}

/** An update with the old values of the fields that it changed. */
function inverseUpdate({ operation, input, before }: Made): Inverse | null {
  if (!operation.startsWith('update') || !before) return null;
  const names = Object.keys(input).filter((name) => !name.endsWith('Id'));
  if (names.length === 0 || !names.every((name) => name in before)) return null;
  return { operation, input: { ...input, ...Object.fromEntries(names.map((name) => [name, before[name]])) } };
}
