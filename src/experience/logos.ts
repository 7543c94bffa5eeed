import { hour, minute } from '../domain/durations.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Image } from '../platform/network/fetch-image.ts';
import { findLogo, storeLogo } from '../store/records/application-logos.ts';

export interface LogoServices {
  clock: Clock;
  database: Pick<Database, 'prisma'>;
  fetchImage(url: string): Promise<Image | undefined>;
}

/** Milliseconds until an address is fetched again, after an image and after a failure. */
const lifetime = { image: 24 * hour, failure: 10 * minute };

/**
 * Logos of applications, as copies: the application does not learn who sees its consent page. A copy that is out of
 * date is fetched again before it is shown, and still shown if that fails. Each address is fetched once at a time.
 */
export function createLogos({ clock, database, fetchImage }: LogoServices) {
  const fetching = new Map<string, Promise<Image | undefined>>();

  async function load(applicationId: string): Promise<Image | undefined> {
    const logo = await findLogo(database, applicationId);
    if (!logo) return undefined;
    const { uri, copy } = logo;
    const age = copy ? clock.now().getTime() - copy.fetchedAt.getTime() : Infinity;
    if (copy && age < (copy.image ? lifetime.image : lifetime.failure)) return copy.image;
    const image = (await fetchImage(uri)) ?? copy?.image;
    await storeLogo(database, applicationId, uri, { image, fetchedAt: clock.now() });
    return image;
  }

  return (applicationId: string): Promise<Image | undefined> => {
    const pending = fetching.get(applicationId);
    if (pending) return pending;
    const loading = load(applicationId).finally(() => fetching.delete(applicationId));
    fetching.set(applicationId, loading);
    return loading;
  };
}
