import type { Config } from '../../config.ts';
import { openExisting } from '../user-commands/open.ts';
import { encryptAgain } from './encrypt-again.ts';
import { replaceLost } from './replace-lost.ts';

interface ReplaceSecretsKey {
  isDryRun: boolean;
  /** Only what cannot be decrypted; it is changed if that is confirmed. */
  isLost: boolean;
  isConfirmed: boolean;
}

/** Replaces the key of secrets, beside a running platform or without one. Returns whether it is done. */
export async function replaceSecretsKey(
  config: Config,
  { isDryRun, isLost, isConfirmed }: ReplaceSecretsKey,
  print: (line: string) => void,
): Promise<boolean> {
  await using opened = new AsyncDisposableStack();
  const kernel = await openExisting(config, opened, { needsSigningKeys: !isLost });
  if (!isLost) return await encryptAgain({ ...kernel, isDryRun, print });
  await replaceLost({ ...kernel, isConfirmed, print });
  return true;
}
