/** Times as the APIs show them. */
export const iso = (time: Date): string => time.toISOString();
export const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;
