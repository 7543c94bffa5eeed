import type { RecordKind } from '../../src/console/data/records/record-names.ts';
import { kinds, nodeKinds, publishedTypeOf, readPermissionOf } from '../../src/vocabulary/kinds.ts';
import { isPermissionIn } from '../../src/vocabulary/permissions.ts';

/** By the prefix of its ids each kind of record that has a name. */
export const describeRecords = (): Record<string, RecordKind> =>
  Object.fromEntries(
    nodeKinds.map((kind) => {
      const permission = readPermissionOf(kind);
      const isInOrganization = isPermissionIn('', permission) && { isPossibleInOrganization: true as const };
      return [kinds[kind].idPrefix, { kind, type: publishedTypeOf(kind), permission, ...isInOrganization }] as const;
    }),
  );
