import { type Plan, runPeople } from './run.ts';

/** Runs the plan and prints the outcome. Resolves with the exit code. */
export async function disturbPeople(plan: Plan): Promise<number> {
  const { lives, faults, differences } = await runPeople(plan);
  const signedUp = lives.filter(({ hasSignedUp }) => hasSignedUp).length;
  const signIns = lives.reduce((sum, life) => sum + life.signIns, 0);
  plan.report(`${faults.length} faults: ${signedUp} of ${lives.length} sign-ups and ${signIns} sign-ins acknowledged`);
  for (const difference of differences) plan.report(difference);
  if (!differences.length) plan.report('Nothing that was acknowledged is lost.');
  return differences.length ? 1 : 0;
}
