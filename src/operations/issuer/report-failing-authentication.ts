import { z } from 'zod';
import { recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';
import { mayReportFailing } from '../../store/failing-authentications.ts';

export const reportFailingAuthentication = defineOperation({
  name: 'reportFailingAuthentication',
  summary: 'Report that many requests had a wrong secret of an application. At most once an hour.',
  permission: 'platform',
  route: null,
  input: z.strictObject({
    applicationId: recordId('application'),
    failures: z.int().describe('Wrong secrets within a minute.'),
  }),
  output: { application: entity('Application') },
  always: ['Application.Authentication.Failing'],
  async run({ tx, now, emit, unchanged }, { applicationId, failures }) {
    const application = await lockApplication(tx, applicationId);
    if (!(await mayReportFailing(tx, applicationId, now))) return unchanged({ application: applicationId });
    emit('Application.Authentication.Failing', applicationId, {
      application: applicationOf(application, now),
      failures,
    });
    return { application: applicationId };
  },
});
