import type { ExposedOperation } from '../../src/kernel/operation.ts';
import { exposedOperations } from '../../src/operations/index.ts';
import type { Permission } from '../../src/vocabulary/permissions.ts';

/**
 * Operations of the APIs that require a permission, and that applications may call. The others change what belongs to
 * the caller, or need a user who answers for them.
 */
export const permittedOperations = exposedOperations.filter(
  (operation): operation is ExposedOperation & { permission: Permission } =>
    operation.permission !== 'self' && !operation.usersOnly,
);
