import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

export const ExperienceDocument = graphql(`
  query Experience {
    signInExperiences(first: 1) {
      nodes {
        id displayName version
        policy {
          first
          password { minimum }
          phone { countries }
          session { limitSeconds idleLimitSeconds }
          second { required ways trustedDeviceDays }
          account { allows }
          signUp { isOpen requires verifies terms domains { allow deny } }
        }
        tests {
          name
          given { purpose level verifications }
          expect { isReady refused step ways }
        }
      }
    }
  }
`);

/** The data that all tabs of the sign-in experience have. */
export type Experience = NonNullable<ResultOf<typeof ExperienceDocument>['signInExperiences']>['nodes'][number];

export const [ExperienceContext, useExperience] = recordContext<Experience>();
