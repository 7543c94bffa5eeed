import type { Compared } from '../shared/pairs.ts';

/** Everything that was measured. */
export interface Measured {
  compared: Compared[];
  /** Bytes of the platform after nine of ten slices. */
  resident: number;
}
