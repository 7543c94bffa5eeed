import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockJob } from '../../store/jobs.ts';
import { jobOf } from '../../store/records/shapes.ts';

export const cancelJob = defineOperation({
  name: 'cancelJob',
  summary: 'End a job after the users that it works on, at most 100. What it has done remains.',
  words: {
    title: 'Cancel a job',
    button: 'Cancel job',
    danger: 'It ends after those that it works on. What it has done remains.',
  },
  permission: 'users:write',
  route: { method: 'POST', path: '/jobs/:jobId/cancel' },
  input: z.strictObject({ jobId: idSchema('job').describe('The job to cancel.') }),
  output: { job: entity('Job', 'The canceled job.') },
  always: ['Job.Cancelled'],
  async run({ tx, now, emit, unchanged }, { jobId }) {
    const { state } = await lockJob(tx, jobId);
    if (state !== 'running') return unchanged({ job: jobId });
    const job = await tx.job.update({ where: { id: jobId }, data: { state: 'cancelled', finishedAt: now } });
    emit('Job.Cancelled', jobId, { job: jobOf(job) });
    return { job };
  },
});
