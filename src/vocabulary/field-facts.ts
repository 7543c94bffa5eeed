import { z } from 'zod';
import { examples } from './shape-parts.ts';

/** The facts that a form needs of a field of an input, or of the output, beside its type. No public schema has it. */
interface FieldFacts {
  /** Hidden while it is typed; a text of several lines; seconds. Otherwise it follows from the type. */
  widget?: 'password' | 'lines' | 'duration';
  /** In an input: its texts are in no copy. In an output: it is returned once. */
  isSecret?: true;
  /** A number that a dry run has as well: of what would be changed. */
  isCount?: true;
  /**
   * The field is taken with these values of another field only, spelled as in REST: one beside it, around it, or of the
   * record that is changed.
   */
  onlyWith?: { field: string; values: readonly string[] };
  /** It is required with them. */
  isRequired?: true;
  /** Whether no form has it: another field takes the same, as people choose it. */
  isForCode?: true;
  /** The description in forms, if it differs: where a value is chosen, and need not be named. */
  description?: string;
}

/** The facts of fields. What is derived from a schema has its facts, too. */
export const fieldFacts = z.registry<FieldFacts>();

/** An output that is returned once, and one that a dry run counts. */
export const secretText = z
  .string()
  .register(fieldFacts, { isSecret: true })
  .register(examples, { example: 'c2VjcmV0LXNob3duLW9uY2UtYW5kLW5ldmVyLWFnYWlu' });
/** A signing secret of a webhook, as Standard Webhooks writes it. */
export const webhookSecretText = secretText
  .clone()
  .register(examples, { example: 'whsec_c2VjcmV0LXNob3duLW9uY2UtYW5kLW5ldmVyLWFnYWlu' });
export const count = z.int().register(fieldFacts, { isCount: true }).register(examples, { example: 1 });

/** The facts of a field, whether it is optional, nullable or has a default. */
export function factsOf(schema: z.core.$ZodType): FieldFacts {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return { ...('innerType' in def ? factsOf(def.innerType) : {}), ...fieldFacts.get(schema) };
}
