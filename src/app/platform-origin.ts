import type { Origin } from '../kernel/types.ts';
import type { Ids } from '../platform/ids/ids.ts';

/** The origin of what the platform does by itself. */
export const platformOrigin = (ids: Pick<Ids, 'next'>): Origin => ({
  channel: 'platform',
  requestId: ids.next('request'),
});
