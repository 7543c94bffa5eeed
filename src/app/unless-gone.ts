import { isFailure } from '../domain/failure.ts';

/** Waits for a change of what may have been deleted, or may have ended, meanwhile: then there is nothing to change. */
export async function unlessGone(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!isFailure(error, 'NOT_FOUND')) throw error;
  }
}
