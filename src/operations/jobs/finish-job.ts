import { z } from 'zod';
import { recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockJob } from '../../store/jobs.ts';
import { jobOf } from '../../store/records/shapes.ts';

export const finishJob = defineOperation({
  name: 'finishJob',
  summary: 'End a job that is done, or that cannot continue.',
  permission: 'platform',
  route: null,
  input: z.strictObject({
    jobId: recordId('job'),
    reason: z.string().max(512).nullable().describe('Why it cannot continue; null if it is done.'),
  }),
  output: { job: entity('Job') },
  always: ['Job.Finished'],
  async run({ tx, now, emit, unchanged }, { jobId, reason }) {
    const { state } = await lockJob(tx, jobId);
    if (state !== 'running') return unchanged({ job: jobId });
    const data = { state: reason === null ? 'finished' : 'failed', reason, finishedAt: now };
    const job = await tx.job.update({ where: { id: jobId }, data });
    emit('Job.Finished', jobId, { job: jobOf(job) });
    return { job };
  },
});
