import type { consent as en } from '../en/consent.ts';

/** Consent, the choice of an account, and signing out. */
export const consent: typeof en = {
  consent: {
    allow: (application) => `${application}にアカウントの使用を許可しますか？`,
    continueTo: (application) => `${application}に進みますか？`,
    signedInAs: (person) => ['', person, 'としてログインしています。'],
    unnamed: '名前のないアカウント',
    thirdParty: 'このアプリは第三者が提供しています。',
    agent: 'このアプリはAIエージェントです。自律的に動作します。',
    returnsTo: (place) => ['', place, 'に戻ります。'],
    yes: '許可する',
    no: '許可しない',
    abilities: '許可すると、このアプリができること',
    inResource: (resource) => `${resource}で、あなたに代わってできること`,
    scopes: {
      openid: '次回の利用時にあなたを識別する',
      profile: '名前、写真などのプロフィール情報を見る',
      email: 'メールアドレスを見る',
      phone: '電話番号を見る',
      address: '住所を見る',
      offline_access: '許可が取り消されるまで、利用していないときもアクセスを続ける',
    },
  },

  selectAccount: 'アカウントを選択',

  signOut: {
    question: 'ログアウトしますか？',
    asks: (application) => ['', application, 'がログアウトを求めています。'],
    someAsks: 'アプリがログアウトを求めています。',
    consequence: 'このブラウザでこのアカウントを使用しているすべてのアプリからログアウトします。',
    yes: 'ログアウト',
    no: 'ログインしたままにする',
    done: 'ログアウトしました',
    after: 'このウィンドウを閉じるか、アプリに戻ってください。',
  },
};
