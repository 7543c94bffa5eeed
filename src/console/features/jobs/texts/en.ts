import { count } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

export const texts = {
  jobs: {
    finds: 'operation or id',
    empty: 'A job runs an operation for many users, chosen by a filter.',
    create: 'Start a job',
    progress: 'Progress',
    done: (amount: number, total: number) => `${count.format(amount)} of ${count.format(total)} users`,
    failed: 'Failed',
    failures: 'The first failures',
    reason: 'Reason of the end',
    finished: 'Finished',
    cancel: 'Cancel',
    input: 'Input',
  },
} as const;

export type Texts = Widened<typeof texts>;
