import type { ExposedOperation } from '../../src/kernel/operation.ts';
import { exposedOperations } from '../../src/operations/index.ts';
import type { Permission } from '../../src/vocabulary/permissions.ts';
import { actorWith, type TestKernel } from './kernel.ts';

/** Operations of the APIs that require a permission. The others change what belongs to the caller. */
export const permittedOperations = exposedOperations.filter(
  (operation): operation is ExposedOperation & { permission: Permission } => operation.permission !== 'self',
);

/** Stores the user as whom tests call: some operations need one who answers for them. */
export const addCallingUser = ({ database: { prisma } }: Pick<TestKernel, 'database'>) =>
  prisma.user.create({ data: { id: actorWith().id ?? '', username: 'calling_user' } });
