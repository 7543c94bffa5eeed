import type { SignUpField } from '../../domain/flow/facts.ts';
import { readableReference } from '../../domain/flow/reference.ts';
import type { FlowStep } from '../../vocabulary/flows.ts';
import { problemText, waysOf } from '../pages/step-page.ts';
import type { Texts } from '../texts/index.ts';
import type { SignInPolicy } from '../../domain/flow/policy.ts';
import type { StepDetails } from './details.ts';
import type { View } from './view.ts';

const text = (maxLength: number, more: object = {}) => ({ type: 'string', maxLength, ...more });
const identifier = { identifier: text(512) };
const newPassword = (view: View) => text(256, { minLength: view.policy.password.minimum, format: 'password' });

const sixDigits = text(20, { pattern: '^[0-9]{6}$' });
const credential = text(10_000, {
  contentMediaType: 'application/json',
  description: 'The JSON of the credential (WebAuthn Level 3 §5.1, toJSON), for the options in `details.passkey`.',
});
const trust = ({ second }: SignInPolicy) =>
  second.trustedDeviceDays ? { trust: { type: 'string', enum: ['yes', 'no'] } } : {};

/** JSON Schema of the fields of each step. */
const fieldsOf: Record<FlowStep, (view: View) => Record<string, object>> = {
  identify: ({ purpose, policy }) =>
    purpose === 'sign-in' && policy.first.includes('password')
      ? { ...identifier, password: text(256, { format: 'password' }) }
      : { identifier: text(254, { format: 'email' }) },
  link: () => ({}),
  password: () => ({ password: text(256, { format: 'password' }) }),
  code: () => ({ code: sixDigits }),
  passkey: () => ({ passkey: credential }),
  totp: ({ policy }) => ({ code: sixDigits, ...trust(policy) }),
  'backup-code': ({ policy }) => ({ 'backup-code': text(50), ...trust(policy) }),
  'enrol-passkey': () => ({ passkey: credential }),
  'enrol-totp': () => ({ code: sixDigits }),
  'backup-codes': () => ({}),
  fields: (view) => Object.fromEntries(view.fields.map((name) => [name, signUpField(name, view)])),
  'new-password': (view) => ({ password: newPassword(view) }),
};

function signUpField(name: SignUpField, view: View): object {
  if (name === 'password') return newPassword(view);
  if (name === 'terms') return { const: 'accepted', description: view.policy.signUp.terms };
  return text(128);
}

/** The present step as JSON, for pages that others build: what the page shows, and the fields of the answer. */
export function viewAsJson(view: View, details: StepDetails, texts: Texts, now: Date): object {
  const { purpose, step, version, refused, problem, reference } = view;
  const properties = refused ? {} : fieldsOf[step](view);
  return {
    purpose,
    version,
    step: refused
      ? null
      : {
          name: step,
          fields: { type: 'object', properties, required: Object.keys(properties).filter((name) => name !== 'trust') },
          ways: waysOf(view, details, texts).map(({ way }) => way),
          details,
        },
    refused: refused
      ? {
          reason: refused,
          text: texts.refused[refused] ?? texts.notPossible,
          ...(details.applications && { applications: details.applications }),
        }
      : null,
    problem: problem
      ? {
          name: problem.name,
          text: problemText(view, texts, now),
          until: 'until' in problem ? problem.until.toISOString() : null,
        }
      : null,
    reference: readableReference(reference),
  };
}
