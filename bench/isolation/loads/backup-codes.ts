import { Secret, TOTP } from 'otpauth';
import { defaultExperienceId } from '../../../src/vocabulary/sign-in-experience.ts';
import { connect, type OpenPage, password } from '../../sign-in/clients.ts';
import { type Load, repeatedly, send } from './load.ts';

/** People who answer at the same time. */
const people = 2;
/** Sign-ins of a run that have reached their backup codes when it starts. */
const perRun = 96;
/** The same answer, so many times at once. */
const atOnce = 12;

type Pages = ReturnType<typeof connect>;
interface Opened {
  page: OpenPage;
  fields: Record<string, string>;
}

/** Users who have signed in: each enrolls an authenticator app once. */
let users = 0;

/** A sign-in that shows backup codes. */
async function open(pages: Pages): Promise<Opened> {
  const page = await pages.openPage();
  const { shown } = await pages.answer(page, { identifier: `user-${users++}`, password });
  const key = shown.step?.details.app?.key.replaceAll(' ', '') ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  const enrolled = await pages.answer(page, { step: 'enrol-totp', version: String(shown.version), code });
  const { step, version } = enrolled.shown;
  if (step?.name !== 'backup-codes') throw new Error(`No backup codes: ${enrolled.status} ${step?.name}`);
  return { page, fields: { step: step.name, version: String(version) } };
}

export const answersOfBackupCodes: Load = {
  title: 'answers that store backup codes',
  mostMilliseconds: 15,
  expects: '200',
  async start(target, answers) {
    await send(target, 'PATCH', `/api/sign-in-experiences/${defaultExperienceId}`, {
      policy: { second: { required: 'always', ways: ['totp', 'backup-code'] } },
    });
    const pages = connect(target.port);
    const opened: Opened[] = [];
    while (opened.length < perRun) opened.push(await open(pages));
    let next = 0;
    // When all are answered, the answers are repeated.
    const running = repeatedly(people, async () => {
      const { page, fields } = opened[next++ % perRun] as Opened;
      const all = await Promise.all(Array.from({ length: atOnce }, () => pages.answer(page, fields)));
      for (const { status } of all) answers.add(status);
      return all.every(({ status }) => status === 200);
    });
    return {
      async stop() {
        await running.stop();
        await pages.close();
      },
    };
  },
};
