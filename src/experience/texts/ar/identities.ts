import { isolate } from '../../../domain/isolate.ts';
import type { Emphasis } from '../emphasis.ts';

/** Sign-ins at identity providers, and the link of an identity with an account. */
export const identities = {
  continueWithProvider: (provider: string) => `المتابعة عبر ${isolate(provider)}`,
  lastUsed: 'آخر استخدام',
  atProvider: (provider: string) => `تسجيل الدخول عبر ${isolate(provider)}`,
  atProviderWhy: (provider: string) => `ستنتقل إلى ${isolate(provider)} ثم تعود إلى هنا.`,
  continueAs: (person: string, provider: string): Emphasis => [`حسابك لدى ${isolate(provider)} هو `, person, '.'],
  providerFailed: (provider: string) => `تعذّر تسجيل الدخول عبر ${isolate(provider)}`,
  providerFailedWhy: (provider: string) => `لا يمكن استخدام رد ${isolate(provider)}. حاول مرة أخرى أو اختر طريقة أخرى.`,
  providerRefusedWhy: (provider: string) =>
    `أُلغي تسجيل الدخول لدى ${isolate(provider)}. حاول مرة أخرى أو اختر طريقة أخرى.`,
  linkIdentity: (provider: string) => `هل تريد ربط ${isolate(provider)} بحسابك؟`,
  linkIdentityWhy: (account: string, person: string, provider: string): Emphasis => [
    'يمكنك بعد ذلك تسجيل الدخول إلى الحساب ',
    account,
    ` باسم ${isolate(person)} عبر ${isolate(provider)}.`,
  ],
  linkYes: 'ربط',
  linkNo: 'المتابعة دون ربط',
  proveAccount: 'سجّل الدخول مرة واحدة للربط',
  proveAccountWhy: (account: string, provider: string): Emphasis => [
    'لديك بالفعل الحساب ',
    account,
    `. سجّل الدخول إليه مرة واحدة لربطه بـ ${isolate(provider)}.`,
  ],
};

/** Why such a sign-in cannot go on. */
export const identityRefusals = {
  'identity-unlinked': 'لديك بالفعل حساب بهذا العنوان. سجّل الدخول إليه بطريقة أخرى.',
  'identity-linked-elsewhere': 'هذه الهوية مرتبطة بحساب آخر. أزل الربط هناك أولاً.',
  'provider-disabled': 'تغيّرت طريقة تسجيل الدخول هذه. ابدأ من جديد.',
  'sso-required': 'تشترط مؤسستك تسجيل الدخول الخاص بها. ابدأ من جديد وأدخل بريدك الإلكتروني.',
};
