import { z } from 'zod';
import { fieldFacts } from '../../vocabulary/field-facts.ts';

/** Seconds after a sign-in, for the limits of an application and of the policy. */
export const sessionLimit = z.int().min(300).max(15_552_000).register(fieldFacts, { widget: 'duration' });

/** Seconds without activity. Uses of tokens count to within some minutes, so it is not shorter. */
export const sessionIdleLimit = z.int().min(900).max(1_209_600).register(fieldFacts, { widget: 'duration' });
