import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountWalks } from './account-walks.ts';
import { openCamera } from './camera.ts';
import { identityWalks } from './identity-walks.ts';
import { linkWalks } from './link-walks.ts';
import { modes } from './modes.ts';
import { newAccountWalks } from './new-account-walks.ts';
import { signInWalks } from './sign-in-walks.ts';
import { type Stage, startStage } from './stage.ts';

const walks = { ...signInWalks, ...newAccountWalks, ...linkWalks, ...identityWalks, ...accountWalks };

describe.each(modes)('in $name, the pages of', (mode) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage(mode);
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  test.each(Object.entries(walks))('%s are accessible and complete', async (_name, walk) => {
    const { problems, picture } = openCamera(mode);
    await walk({ stage, picture });
    expect(problems).toEqual([]);
    expect(stage.issuer.faults).toEqual([]);
  });
});
