import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

export const JobDocument = graphql(`
  query Job($id: ID!) {
    job(id: $id) {
      id operation state total succeeded failed reason input createdAt finishedAt
      failures { userId code message }
    }
  }
`);

/** The data that all tabs of a job have. */
type Job = NonNullable<ResultOf<typeof JobDocument>['job']>;

export const [JobContext, useJob] = recordContext<Job>();
