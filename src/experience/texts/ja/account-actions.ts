import type { accountActions as en } from '../en/account-actions.ts';

/** The title, the button, the notice afterwards, and what follows. */
const action = (title: string, button: string, notice: string, lead = '') => ({
  title: (_object: string): string => title,
  button,
  notice,
  lead,
});

/** The same, about an object with a name. */
const actionOn = (title: (object: string) => string, button: string, notice: string, lead = '') => ({
  title,
  button,
  notice,
  lead,
});

/** A flow cannot show which of them it has added. */
const addedFactor = '認証方法を追加しました。';

/** What people do on the pages of their accounts, and what becomes of it. */
export const accountActions: typeof en = {
  actions: {
    'edit-profile': action('プロフィール情報', '保存', 'プロフィールを保存しました。'),
    username: action('ユーザー名を変更', 'ユーザー名を保存', 'ユーザー名を変更しました。'),
    picture: action(
      '写真を変更',
      '写真を保存',
      '写真を変更しました。',
      'PNG、JPEG、WebP形式の256KB以内の画像を使用できます。撮影場所、機種、日時の情報は取り除かれます。',
    ),
    'remove-picture': action('写真を削除しますか？', '写真を削除', '写真を削除しました。'),
    password: action('新しいパスワードを設定', 'パスワードを設定', 'パスワードを変更しました。'),
    'remove-password': action(
      'パスワードを削除しますか？',
      'パスワードを削除',
      'パスワードを削除しました。',
      '今後はパスキーまたはコードでログインします。他のすべての端末でログアウトされます。新しいパスワードはいつでも設定できます。',
    ),
    'add-email': action(
      '新しいメールアドレスを設定',
      '続ける',
      'メールアドレスを変更しました。',
      '新しいメールアドレスにコードをお送りします。現在のメールアドレスにはお知らせが届き、7日間はそこから変更を取り消せます。',
    ),
    'add-phone': action(
      '新しい電話番号を設定',
      '続ける',
      '電話番号を変更しました。',
      '新しい電話番号にSMSでコードをお送りします。現在の電話番号にはお知らせが届き、7日間はそこから変更を取り消せます。',
    ),
    'remove-email': action(
      'メールアドレスを削除しますか？',
      'メールアドレスを削除',
      'メールアドレスを削除しました。',
      'このメールアドレスは、ログインやパスワードの再設定に使えなくなります。メールでお知らせをお送りし、7日間はそこから削除を取り消せます。',
    ),
    'remove-phone': action(
      '電話番号を削除しますか？',
      '電話番号を削除',
      '電話番号を削除しました。',
      'この電話番号は、ログインやパスワードの再設定に使えなくなります。SMSでお知らせをお送りし、7日間はそこから削除を取り消せます。',
    ),
    'add-passkey': action('パスキーを追加', '続ける', addedFactor),
    'add-app': action('認証アプリを追加', '続ける', addedFactor),
    'rename-factor': actionOn((name) => `「${name}」の名前を変更`, '名前を保存', '名前を変更しました。'),
    'remove-factor': actionOn(
      (name) => `「${name}」を削除しますか？`,
      '削除',
      '認証方法を削除しました。',
      '今後、この方法ではログインできません。信頼済みのブラウザでも、2つ目の認証方法を再び求められます。',
    ),
    'backup-codes': action(
      '新しいバックアップコードを作成しますか？',
      'コードを作成',
      '新しいバックアップコードを作成しました。',
      '現在のコードは使用できなくなります。',
    ),
    'end-session': actionOn(
      (name) => `「${name}」のセッションからログアウトしますか？`,
      'ログアウト',
      'セッションを終了しました。',
    ),
    'end-other-sessions': action(
      '他のすべての端末でログアウトしますか？',
      '他のすべての端末でログアウト',
      '他のすべての端末でログアウトしました。',
      '現在のセッション以外はすべて終了し、アプリがそれらのセッションで得たアクセス権もなくなります。',
    ),
    'forget-device': actionOn(
      (name) => `「${name}」を一覧から削除しますか？`,
      '一覧から削除',
      'ブラウザを一覧から削除しました。',
    ),
    'revoke-consent': actionOn(
      (name) => `${name}のアクセス権を取り消しますか？`,
      'アクセス権を取り消す',
      'アクセス権を取り消しました。',
      'このアプリは、あなたの情報を見ることも、あなたに代わって操作することもできなくなります。ただし、他のサービスでは、アプリが持っているトークンの期限が切れるまで、最長1時間アクセスできる場合があります。',
    ),
    'leave-organization': actionOn(
      (name) => `${name}から脱退しますか？`,
      '組織から脱退',
      '組織から脱退しました。',
      'この組織でのロールはなくなります。再び参加するには、新しい招待が必要です。',
    ),
    'accept-invitation': actionOn((name) => `${name}に参加しますか？`, '承諾', '組織に参加しました。'),
    'decline-invitation': actionOn((name) => `${name}への招待を辞退しますか？`, '辞退', '招待を辞退しました。'),
    export: action('データをダウンロード', 'ダウンロード', ''),
    'delete-account': action(
      'アカウントを削除しますか？',
      'アカウントを削除',
      '',
      'すぐにすべての端末でログアウトされ、このアカウントには誰もログインできなくなります。7日間は、お送りするメッセージのリンクを開くとアカウントを残せます。その後、アカウントのデータはすべて削除されます。',
    ),
  },

  notices: {
    'other-person': (name) => `現在は${name}としてログインしています。それまでの操作は破棄されました。`,
    'not-confirmed': 'もう一度ログインしなかったため、何も変更されていません。',
    'signed-in-again': 'もう一度ログインしました。以下の内容を確認して送信してください。',
    gone: 'この項目はすでに存在しません。別のウィンドウで削除された可能性があります。',
  },
  notSignedIn: 'ログインしていません',
  notSignedInWhy:
    'アカウントを表示するには、ログインしてください。ログインしてもこのページが表示される場合は、このサイトのCookieを許可してください。',

  problems: {
    changed: '操作中にアカウントが変更されました。以下の内容を確認して、もう一度送信してください。',
    'too-many': '短時間に変更が繰り返されました。しばらくしてからもう一度お試しください。',
    'not-allowed': 'この設定は管理者が管理しています。',
    'last-way': 'このままではログインできなくなります。先に別のログイン方法を追加してください。',
    'last-address':
      '確認済みの連絡先がなくなります。先に別の連絡先を1つ、または他のログイン方法を2つ追加してください。',
    'required-factor': '2つ目の認証方法が必要です。先に別の認証方法を追加してください。',
    'factor-not-taken': 'ここでは、この種類の認証方法を使用できません。',
    'backup-codes-not-taken': 'ここでは、バックアップコードを使用できません。',
    'no-factor':
      'バックアップコードは、パスキーや認証アプリの代わりになるものです。先にパスキーまたは認証アプリを追加してください。',
    'last-administrator': '管理者はあなただけです。先に他の人を管理者にしてください。',
    'last-organization-administrator': '管理者があなただけの組織があります。先に他のメンバーを管理者にしてください。',
    'wrong-confirmation': 'メールアドレス、電話番号、またはユーザー名が一致しません。',
    'not-a-picture': 'PNG、JPEG、WebP形式の256KB以内の画像を選んでください。',
    'picture-too-wide': '画像が大きすぎます。縦横それぞれ4,096ピクセル以内にしてください。',
    required: 'この項目は必須です。',
    'too-long': (maximum) => `${maximum}文字以内で入力してください。`,
    'wrong-website': 'https://またはhttp://で始まるアドレスを入力してください。',
    'wrong-birthdate': '日付を入力してください（例：1990-12-31）。',
    wrong: 'この項目を確認してください。',
  },
};
