// SQL: savepoints.
import type { BulkOperation } from './bulk-operation.ts';
import { createExecuteBulk, keepSlot } from './execute-bulk.ts';
import { inSavepoint } from './transact.ts';
import type { NestedDryRun } from './operation.ts';
import type { KernelServices } from './types.ts';

/** Runs operations in the transaction of a dry run, and rolls back to a savepoint. */
export const createNestedDryRun =
  (
    services: KernelServices,
    { tx, actor, origin }: Parameters<NonNullable<KernelServices['nestedDryRunIn']>>[0],
  ): NestedDryRun =>
  async (name, inputs) => {
    const bulk = services.findBulk(name);
    if (!bulk) throw new Error(`${name} has no bulk operation`);
    if (!inputs.length) return [];
    const transact = inSavepoint(tx);
    const executeBulk = createExecuteBulk(services, {
      transact,
      transactAll: transact,
      publish: () => undefined,
      rest: keepSlot,
    });
    await tx.$executeRaw`SAVEPOINT nested_dry_run`;
    try {
      return (await executeBulk(bulk, actor, bulkInput(bulk, inputs), origin)).results;
    } finally {
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT nested_dry_run`;
      await tx.$executeRaw`RELEASE SAVEPOINT nested_dry_run`;
    }
  };

function bulkInput({ shared }: BulkOperation, inputs: readonly Record<string, unknown>[]): Record<string, unknown> {
  const fields = Object.entries(inputs[0] ?? {}).filter(([name]) => shared.includes(name));
  const items = inputs.map((input) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => !shared.includes(name))),
  );
  return { ...Object.fromEntries(fields), items, mode: 'EACH' };
}
