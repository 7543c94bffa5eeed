/** Seconds an access token lives at most (ApiResource.accessTokenTtl is bounded by it). */
export const maxAccessTokenTtl = 86_400;

/** Seconds by which the clocks of our processes, and of those who verify our tokens, may differ. */
export const clockSkew = 300;

/** The times of a signing key that decide its place in the rotation. */
export interface KeyTimes {
  id: string;
  signsFrom: Date;
  publishedUntil: Date | null;
  createdAt: Date;
}

/** When the predecessor of a key that signs from `successorSignsFrom` may vanish: its last token has expired by then, on every clock. */
export function publishedUntil(successorSignsFrom: Date): Date {
  return new Date(successorSignsFrom.getTime() + (maxAccessTokenTtl + clockSkew) * 1000);
}

/**
 * The keys that are published at `now`, the one that signs first, then newest to oldest. The youngest key whose time has come
 * signs: one that was published and then overtaken by a younger one never does. The oldest signs when no key's time has come,
 * which a clock behind the one that made the first key sees. Empty when there is no key.
 */
export function publishedKeys<Key extends KeyTimes>(keys: readonly Key[], now: Date): Key[] {
  const published = keys
    .filter((key) => key.publishedUntil === null || key.publishedUntil > now)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  const signing = published.find((key) => key.signsFrom <= now) ?? published.at(-1);
  return signing ? [signing, ...published.filter((key) => key !== signing)] : [];
}

/** The next instant after `now` at which `publishedKeys` may answer otherwise; null when it never will. */
export function nextKeyChange(keys: readonly KeyTimes[], now: Date): Date | null {
  const times = keys.flatMap(({ signsFrom, publishedUntil: until }) => (until ? [signsFrom, until] : [signsFrom]));
  const coming = times.filter((time) => time > now).map((time) => time.getTime());
  return coming.length > 0 ? new Date(Math.min(...coming)) : null;
}
