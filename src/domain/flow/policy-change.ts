import { z } from 'zod';
import { type SignInPolicy, signInPolicySchema } from './policy.ts';

/** A part of a policy. Lists are replaced as a whole. */
type Part<T> = { [F in keyof T]?: T[F] extends unknown[] ? T[F] : T[F] extends object ? Part<T[F]> : T[F] };

/** The fields of a policy to change, with the rules of the policy but without its defaults. */
export const policyChangeSchema = partOf(signInPolicySchema).meta({
  id: 'SignInPolicyInput',
  description: 'Fields of a policy to change.',
}) as unknown as z.ZodType<Part<SignInPolicy>>;

/** Every field of an object schema optional, without default, at every depth. */
function partOf(schema: z.ZodObject): z.ZodObject {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const { description } = field;
    const inner = withoutDefault(field);
    const id = inner instanceof z.ZodObject ? inner.meta()?.id : undefined;
    const part =
      inner instanceof z.ZodObject
        ? partOf(inner)
            .meta({ ...inner.meta(), id: `${id}Input` })
            .optional()
        : inner.optional();
    return [name, description === undefined ? part : part.describe(description)] as const;
  });
  return z.strictObject(Object.fromEntries(fields));
}

function withoutDefault(field: z.ZodType): z.ZodType {
  const { def } = (field as unknown as z.core.$ZodTypes)._zod;
  return def.type === 'default' || def.type === 'prefault' ? withoutDefault(def.innerType as z.ZodType) : field;
}
