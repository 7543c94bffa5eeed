import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projectFolder } from './steps.ts';

/**
 * The files that take longest, mostly because they wait. The order matters for the duration of a run only.
 */
const slowest = [
  'test/chaos/chaos.long.test.ts',
  'test/journeys/demo.long.test.ts',
  'test/console/pages.long.test.ts',
  'test/app/commands/user-commands.long.test.ts',
  'test/platform/database/embedded-postgres.long.test.ts',
  'test/experience/sign-in/passkeys.long.test.ts',
  'test/bench/events.long.test.ts',
  'test/chaos/people/people.long.test.ts',
  'test/chaos/endings/endings.long.test.ts',
  'test/attacks/c-denial.long.test.ts',
  'test/rest/generated-clients.long.test.ts',
  'test/app/configuration.long.test.ts',
  'test/app/stop.long.test.ts',
  'test/bench/console.long.test.ts',
  'test/console/identity-providers/pages.long.test.ts',
  'test/console/records/recognition.long.test.ts',
  'test/bench/measure.long.test.ts',
  'test/journeys/provider-processes.long.test.ts',
  'test/console/exchanges/rules.long.test.ts',
  'test/console/changes/changes.test.ts',
  'test/console/navigation.test.ts',
  'test/journeys/every-event.test.ts',
  'test/conformance/section-4.3.test.ts',
  'test/console/forms/frame.test.ts',
  'test/console/exchanges/first-steps.test.ts',
  'test/app/jobs/jobs.test.ts',
  'test/access/secrets.test.ts',
  'test/oidc/explain/rules.test.ts',
  'test/console/forms/hands.test.ts',
  'test/experience/links.test.ts',
  'test/graphql/bad-input.test.ts',
  'test/console/overview.test.ts',
  'test/journeys/webhooks.test.ts',
  'test/experience/browser.test.ts',
  'test/experience/pages/pages-and-json.test.ts',
  'test/operations/every-operation.test.ts',
  'test/delivery/webhooks/engine.test.ts',
  'test/rest/writes.test.ts',
  'test/access/edges.test.ts',
  'test/app/maintenance/maintenance.test.ts',
  'test/attacks/d-providers.test.ts',
  'test/oidc/explain/impersonation.test.ts',
  'test/journeys/account/account-events.test.ts',
  'test/experience/sign-in/network-limits.test.ts',
  'test/platform/database/migrate.test.ts',
  'test/experience/sign-in/own-codes.test.ts',
  'test/access/matrix.test.ts',
  'test/graphql/statements.test.ts',
  'test/experience/sign-in/reset-password.test.ts',
  'test/rest/import/import.test.ts',
];

/** Starts the slowest files first, so that no worker has a long one left when the others are done. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = slowest.indexOf(relative(projectFolder, moduleId));
      return index < 0 ? slowest.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
