import { example, type Examples } from './example.ts';

export const jobs: Examples = {
  startJob: (w) => {
    const job = { operation: 'assignUserRoles', input: { roleIds: [w.role] }, state: 'running', succeeded: 0 };
    const input = { operation: 'assignUserRoles', filter: {}, roleIds: [w.role] };
    return example([['Job.Started', null, { job }]], input, 'the same events');
  },
  cancelJob: (w) => {
    const job = { id: w.job, state: 'cancelled' };
    return example([['Job.Cancelled', w.job, { job }]], { jobId: w.job }, 'nothing');
  },
};
