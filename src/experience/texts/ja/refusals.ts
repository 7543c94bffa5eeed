import { identityRefusals } from './identities.ts';
import type { refusals as en } from '../en/refusals.ts';

/** Pages that refuse or redirect, and problems of an answer. */
export const refusals: typeof en = {
  moment: 'お待ちください',
  redirected: ['移動しています。画面が変わらない場合は「', '続ける', '」を押してください。'],
  wentWrong: '問題が発生しました',
  forDevelopers: '開発者向け情報',
  causes: {
    invalid_client: 'このページを開いたアプリは登録されていないか、停止されています。',
    invalid_redirect_uri: 'アプリに登録されていないアドレスへの移動が要求されました。',
    access_denied: 'アプリが要求するアクセス権がありません。',
    server_error: 'エラーが発生しました。しばらくしてからもう一度お試しください。',
  },
  usualCause: 'このページを開いたアプリから、処理できない要求が送信されました。',
  expired: 'このログインは有効期限が切れています',
  expiredWhy: 'このログインは有効期限が切れたか、別のブラウザで開始されました。アプリに戻ってやり直してください。',
  pageExpired: 'このページは有効期限が切れています',
  pageExpiredWhy: ['このページは有効期限が切れたか、別のブラウザで開かれました。', '最初からやり直す', ''],
  foreignForm: 'このフォームは当サイトのページから送信されていません。アプリに戻ってやり直してください。',
  unsupportedForm:
    'リクエストには、フォーム（application/x-www-form-urlencoded）またはJSON（application/json）が必要です。',
  invalidJson: 'リクエストにはJSONオブジェクトが必要です。',
  wrongMember: (name) => `「${name}」は文字列または整数で、1回だけ指定してください。`,
  longForm: (bytes) => `フォームは${bytes}バイト以内にしてください。前のページに戻ってやり直してください。`,

  notPossible: '続行できません',
  refused: {
    'sign-up-closed': 'ここではアカウントを作成できません。管理者にアカウントの発行を依頼してください。',
    'unknown-account': 'この連絡先のアカウントはありません。',
    'account-exists': 'この連絡先のアカウントはすでにあります。アプリを開いてログインしてください。',
    'address-in-use':
      'この連絡先は別のアカウントで使用されています。先にそのアカウントから削除するか、別の連絡先を追加してください。',
    ...identityRefusals,
    'session-ended': 'ログアウトしました。アカウントを変更するには、もう一度ログインしてください。',
    'no-password': 'このアカウントはここでは使用できません。管理者にお問い合わせください。',
    'account-suspended': 'このアカウントは使用できません。管理者にお問い合わせください。',
    'deletion-pending':
      'このアカウントは削除される予定です。残すには、お知らせのメッセージにあるリンクを開いてください。',
    'passkey-unusable':
      'このアカウントにはパスキーが必要ですが、このアドレスでは使用できません。管理者にお問い合わせください。',
    'address-unverified': 'ここではこのアカウントのパスワードを再設定できません。管理者にお問い合わせください。',
  },

  problems: {
    'wrong-password':
      'メールアドレス、ユーザー名、またはパスワードが正しくありません。確認してもう一度お試しください。',
    'identifier-missing': 'メールアドレスまたはユーザー名を入力してください。',
    'wrong-code': 'コードが正しくありません。確認してもう一度お試しください。',
    'wrong-passkey': 'このパスキーはここでは使用できません。別のパスキーを試すか、別の方法を選んでください。',
    'link-invalid': 'このリンクは使用できなくなりました。新しいリンクを依頼するか、別の方法を選んでください。',
    'code-expired': 'このコードは使用できなくなりました。新しいコードをリクエストしてください。',
    'too-busy': 'ただいまログインが混み合っており、処理できませんでした。数秒後にもう一度お試しください。',
    'email-invalid': 'メールアドレスを入力してください（例：name@example.com）。',
    'phone-invalid': '国番号を付けて電話番号を入力してください（例：+81 90 1234 5678）。',
    'phone-refused': 'この番号にはコードを送信できません。別の番号を入力してください。',
    'domain-refused': 'このドメインのメールアドレスではアカウントを作成できません。',
    'username-invalid': 'ユーザー名の先頭は文字または_、2文字目以降は文字、数字、_、.、-を使用できます。',
    'username-taken': 'このユーザー名はすでに使用されています。別のユーザー名を選んでください。',
    'name-invalid': '名前は128文字以内で入力してください。',
    'password-short': 'パスワードが短すぎます。',
    'password-long': 'パスワードは256文字以内で入力してください。',
    'password-unstorable': 'パスワードに使用できない文字が含まれています。',
    'password-common': 'よく使われるパスワードです。より推測されにくいものを選んでください。',
    'password-predictable':
      'パスワードが、繰り返しや連続した文字、または単語と年の組み合わせになっています。より推測されにくいものを選んでください。',
    'password-same': '現在のパスワードとは異なるものを選んでください。',
    'password-contextual': 'パスワードが名前やアドレスで構成されています。より推測されにくいものを選んでください。',
    'password-breached': 'このパスワードは流出が確認されています。別のパスワードを選んでください。',
    'terms-required': 'アカウントを作成するには、利用規約に同意してください。',
    'provider-failed':
      'サービスから応答がありません。しばらくしてからもう一度お試しになるか、別の方法をお選びください。',
    'page-outdated': 'ページの内容が古くなっていました。ここから続けてください。',
    'too-soon': (time) => `コードを送信したばかりです。${time}後に再送信できます。`,
    'too-many-messages': (time) =>
      `この連絡先へのコードの送信回数が上限に達しました。ご自身による操作ではない可能性もあります。${time}後にもう一度お試しいただくか、以前ログインしたことのあるブラウザを使用してください。`,
    locked: (time) => `失敗の回数が上限に達しました。${time}後にもう一度お試しください。`,
    'network-limited': (time) =>
      `お使いのネットワークからの試行回数が上限に達しました。ご自身による操作ではない可能性もあります。${time}後にもう一度お試しください。`,
    'locked-for-good': '失敗の回数が上限に達しました。新しいパスワードを設定するか、管理者にお問い合わせください。',
  },
  /** Follows the sentence of a lock. */
  stillWorks: (ways) => `引き続き、${ways}でログインできます。`,
  otherWays: {
    email: 'メールで届くコード',
    phone: 'SMSで届くコード',
    passkey: 'パスキー',
    password: '新しいパスワード',
  },
  seconds: (count) => `${count}秒`,
  minutes: (count) => `${count}分`,
  hours: (count) => `${count}時間`,
};
