import { minute, second } from '../durations.ts';

/** Lifetime of a subject token in seconds: the application that gets it exchanges it at once. */
export const subjectTokenLifetime = { minimum: minute / second, maximum: (10 * minute) / second } as const;

/** Lifetime of an impersonation in seconds. */
export const impersonationLifetime = {
  default: (15 * minute) / second,
  minimum: minute / second,
  maximum: (60 * minute) / second,
} as const;

/** The name of an administrator for the person as whom they act; undefined if it would be an address. */
export const impersonatorName = ({ name, username }: { name: string | null; username: string | null }) =>
  name ?? username ?? undefined;
