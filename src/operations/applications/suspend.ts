import type { RunContext } from '../../kernel/operation.ts';
import { endApplication } from '../../store/sessions/session-epochs.ts';
import { applicationOf } from '../../store/records/shapes.ts';

type Context = Pick<RunContext<'Application.SuspensionStatus.Updated'>, 'tx' | 'now' | 'emit'>;

/** Suspends an application, which must be locked, and ends what it has. */
export async function suspend({ tx, now, emit }: Context, applicationId: string): Promise<void> {
  const application = await tx.application.update({ where: { id: applicationId }, data: { suspendedAt: now } });
  const { sessionEpoch } = await endApplication(tx, applicationId);
  const data = { application: applicationOf(application, now), sessionEpoch };
  emit('Application.SuspensionStatus.Updated', applicationId, data);
}
