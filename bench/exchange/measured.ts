import type { Compared } from '../shared/pairs.ts';
import type { VariantName } from './variants.ts';

/** Everything that was measured. */
export interface Measured {
  compared: Compared[];
  /** Resident bytes of each server after nine of ten slices. */
  servers: { name: VariantName; title: string; resident: number }[];
}
