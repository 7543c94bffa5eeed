/**
 * Whether an application is suspended at a time, as part of a statement and as a condition of Prisma: `isSuspended` of
 * domain/oauth/application.ts decides the same about a row.
 */
export const isSuspendedAt = (table: string, now: string): string =>
  `(${table}.suspended_at IS NOT NULL OR ${table}.expires_at <= ${now}) IS TRUE`;

export const whereSuspended = (isSuspended: boolean, now: Date): object =>
  isSuspended
    ? { OR: [{ suspendedAt: { not: null } }, { expiresAt: { lte: now } }] }
    : { suspendedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
