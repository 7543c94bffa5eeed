import type { Emphasis } from '../emphasis.ts';

/** Sign-ins at identity providers, and the link of an identity with an account. */
export const identities = {
  continueWithProvider: (provider: string) => `${provider}で続ける`,
  lastUsed: '前回使用',
  atProvider: (provider: string) => `${provider}でログイン`,
  atProviderWhy: (provider: string) => `${provider}に移動し、その後ここに戻ります。`,
  continueAs: (person: string, provider: string): Emphasis => [`${provider}では`, person, 'としてログインしています。'],
  providerFailed: (provider: string) => `${provider}でログインできませんでした`,
  providerFailedWhy: (provider: string) =>
    `${provider}からの応答を利用できません。もう一度お試しになるか、別の方法をお選びください。`,
  providerRefusedWhy: (provider: string) =>
    `${provider}でログインが中止されました。もう一度お試しになるか、別の方法をお選びください。`,
  linkIdentity: (provider: string) => `${provider}をアカウントに連携しますか？`,
  linkIdentityWhy: (account: string, person: string, provider: string): Emphasis => [
    '連携すると、アカウント',
    account,
    `に${provider}の${person}でログインできます。`,
  ],
  linkYes: '連携する',
  linkNo: '連携せずに続ける',
  proveAccount: '連携のために一度ログイン',
  proveAccountWhy: (account: string, provider: string): Emphasis => [
    'すでにアカウント',
    account,
    `をお持ちです。一度ログインすると、${provider}と連携できます。`,
  ],
};

/** Why such a sign-in cannot go on. */
export const identityRefusals = {
  'identity-unlinked': 'このアドレスのアカウントはすでにあります。別の方法でログインしてください。',
  'identity-linked-elsewhere': 'このIDは別のアカウントに連携されています。先にそちらで連携を解除してください。',
  'provider-disabled': 'このログイン方法は変更されました。最初からやり直してください。',
  'sso-required': '組織専用のログインが必要です。最初からやり直し、メールアドレスを入力してください。',
};
