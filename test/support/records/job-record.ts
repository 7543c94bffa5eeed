/** A job of a user's sessions that a process has begun, and nothing else can continue today. */
export const jobRecord = ({ job, user }: { job: string; user: string }, now: Date) => ({
  id: job,
  operation: 'endUserSessions',
  input: {},
  filter: {},
  total: 2,
  failed: 1,
  failures: [{ userId: user, code: 'NOT_FOUND', message: 'There is no user with this id.' }],
  starter: {},
  cause: { requestId: 'req_1', traceId: null, channel: 'rest' },
  leaseUntil: new Date(now.getTime() + 86_400_000),
  createdAt: now,
});
