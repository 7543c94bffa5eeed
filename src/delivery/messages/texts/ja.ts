import type {
  AccountChange,
  CodeParameters,
  NoticeParameters,
} from '../../../vocabulary/connectors/message-templates.ts';
import { type Facts, factsOf, type MessageText, type MessageTexts } from './text.ts';

const product = 'Mandate';

export const ja: MessageTexts = {
  'sign-in-code': (parameters) =>
    code(parameters, {
      subject: `${nameOf(parameters)}のログイン用コード`,
      purpose: `${nameOf(parameters)}にログインするには`,
      label: `${nameOf(parameters)}のログイン用コード`,
      action: 'このリンクでログイン',
    }),
  'sign-up-code': (parameters) =>
    code(parameters, {
      subject: `${nameOf(parameters)}のアカウント作成用コード`,
      purpose: `${nameOf(parameters)}のアカウントを作成するには`,
      label: `${nameOf(parameters)}のアカウント作成用コード`,
      action: 'このリンクで続ける',
    }),
  'reset-code': (parameters) =>
    code(parameters, {
      subject: `${nameOf(parameters)}のパスワード再設定用コード`,
      purpose: `${nameOf(parameters)}の新しいパスワードを設定するには`,
      label: `${nameOf(parameters)}のパスワード再設定用コード`,
      action: 'このリンクで続ける',
    }),
  'link-address-code': (parameters) =>
    code(parameters, {
      subject: `${nameOf(parameters)}に連絡先を追加するためのコード`,
      purpose: `この連絡先を${nameOf(parameters)}のアカウントに追加するには`,
      label: `${nameOf(parameters)}に連絡先を追加するためのコード`,
      action: 'このリンクで続ける',
    }),
  'no-account': (parameters) => ({
    subject: `${nameOf(parameters)}にこのアドレスのアカウントはありません`,
    paragraphs: [
      `このメールアドレスで${nameOf(parameters)}へのログインが試みられましたが、該当するアカウントはありません。`,
    ],
    closing: ['ご自身による操作の場合は、別のメールアドレスをお試しください。', ignore],
    sms: `この電話番号で${nameOf(parameters)}へのログインが試みられましたが、該当するアカウントはありません。`,
  }),
  'account-locked': (parameters) => ({
    subject: 'アカウントが一時的にロックされました',
    paragraphs: ['アカウントへのログインに何度も失敗したため、一時的にロックしました。'],
    facts: facts(parameters),
    closing: [
      'ご自身による操作の場合は、しばらく待つか、別の方法でログインしてください。',
      'お心当たりがない場合も、ログインは失敗していますので、操作は必要ありません。',
    ],
    sms: 'ログインに何度も失敗したため、アカウントを一時的にロックしました。',
  }),
  'too-many-codes': (parameters) => ({
    subject: 'コードのリクエスト回数が上限に達しました',
    paragraphs: ['アカウントのコードが何度もリクエストされたため、最長で1日間、コードの送信を停止します。'],
    facts: facts(parameters),
    closing: [
      '以前ログインしたことのあるブラウザでは、引き続きコードを受け取れます。パスキーやパスワードでもログインできます。',
      'お心当たりがない場合も、コードはご本人にのみ送信されていますので、操作は必要ありません。コードは誰にも教えないでください。',
    ],
    sms: 'アカウントのコードが何度もリクエストされたため、最長で1日間、送信を停止します。以前ログインしたことのあるブラウザでは、引き続きコードを受け取れます。',
  }),
  'password-changed': (parameters, { reset }) => ({
    subject: 'パスワードが変更されました',
    paragraphs: ['アカウントのパスワードが変更されました。'],
    facts: facts(parameters),
    link: reset,
    action: 'パスワードを再設定',
    closing: [
      'お心当たりがない場合は、すぐにパスワードを再設定してください。ご自身による変更の場合は、操作は必要ありません。',
    ],
    sms: `アカウントのパスワードが変更されました。お心当たりがない場合は、すぐに再設定してください：${reset}`,
  }),
  'factors-removed': (parameters) => ({
    subject: '2つ目の認証方法が削除されました',
    paragraphs: ['パスキーや認証アプリなど、アカウントの2つ目の認証方法が削除されました。'],
    facts: facts(parameters),
    closing: ['ご自身で依頼した覚えがない場合は、すぐに管理者にご連絡ください。'],
    sms: 'アカウントの2つ目の認証方法が削除されました。ご自身で依頼した覚えがない場合は、管理者にご連絡ください。',
  }),
  'address-changed': ({ link, until, ...parameters }) => ({
    subject: 'アカウントの連絡先が変更されました',
    paragraphs: [
      'アカウントのメールアドレスまたは電話番号が変更または削除されました。ご自身による変更の場合は、操作は必要ありません。',
      'お心当たりがない場合は、変更を取り消してください。以前の連絡先に戻り、すべての端末でログアウトされます。その後、新しいパスワードを設定してください。',
    ],
    facts: facts(parameters),
    action: '変更を取り消す',
    closing: [`リンクの有効期限は${date(until)}です。誰にも転送しないでください。`],
    sms: `アカウントの連絡先が変更されました。お心当たりがない場合は、${date(until)}までに取り消してください：${link}`,
  }),
  'account-deletion': ({ link, until, ...parameters }) => ({
    subject: 'アカウントが削除されます',
    paragraphs: [
      `アカウントは${date(until)}に削除されます。それまでの間、誰もログインできません。ご自身で削除した場合は、何もする必要はありません。`,
      'お心当たりがない場合、またはアカウントを残す場合は、リンクを開いてください。',
    ],
    facts: facts(parameters),
    action: 'アカウントを残す',
    closing: [`リンクの有効期限は${date(until)}です。誰にも転送しないでください。`],
    sms: `アカウントは${date(until)}に削除されます。残すには、それまでにこのリンクを開いてください：${link}`,
  }),
  'account-changed': ({ change, ...parameters }, { reset }) => ({
    subject: 'アカウントが変更されました',
    paragraphs: [changes[change]],
    facts: facts(parameters),
    link: reset,
    action: 'パスワードを再設定',
    closing: [
      'お心当たりがない場合は、すぐにパスワードを再設定し、ログイン方法を確認してください。ご自身による変更の場合は、操作は必要ありません。',
    ],
    sms: `${changes[change]}お心当たりがない場合は、すぐにパスワードを再設定してください：${reset}`,
  }),
  impersonated: ({ time, until, administratorName, applicationName }) => {
    const who = administratorName === undefined ? '管理者' : `${administratorName}さん`;
    return {
      subject: '管理者があなたとして操作しています',
      paragraphs: [`${who}が「${applicationName}」であなたとして操作しています。遅くとも${date(until)}に終わります。`],
      facts: facts({ time }),
      closing: [
        '理由はアカウントのアクティビティで確認できます。アプリケーションの一覧で終わらせることもできます。',
        '心当たりがない場合は、管理者に確認してください。',
      ],
      sms: `${who}が「${applicationName}」であなたとして操作しています。遅くとも${date(until)}に終わります。理由はアカウントのアクティビティで確認できます。`,
    };
  },
  'organization-invitation': ({ organizationName, inviterName, link, days }) => {
    const invitation =
      inviterName === undefined
        ? `組織「${organizationName}」に招待されています。`
        : `${inviterName}さんが、あなたを組織「${organizationName}」に招待しています。`;
    return {
      subject: `「${organizationName}」への招待`,
      paragraphs: [invitation],
      action: '招待を開く',
      closing: [`招待の有効期間は${days}日間です。`, ignore],
      sms: `${invitation}${link}`,
    };
  },
  'one-time-link': ({ link, until }) => ({
    subject: 'ログイン用リンク',
    paragraphs: ['管理者からログイン用リンクが届きました。ログインに使うブラウザで開いてください。'],
    action: 'このリンクでログイン',
    closing: [`リンクの有効期限は${date(until)}です。1回だけ使用できます。誰にも転送しないでください。`, ignore],
    sms: `このリンクでログインできます（${date(until)}まで、1回限り有効）：${link}`,
  }),
  'connector-test': ({ time }) => ({
    subject: 'テストメッセージ',
    paragraphs: [`これはコネクタのテストです。送信日時は${date(time)}です。`],
    closing: [],
    sms: `これはコネクタのテストです。送信日時は${date(time)}です。`,
  }),
};

const changes: Record<AccountChange, string> = {
  'address-added': 'アカウントにメールアドレスまたは電話番号が追加されました。',
  'address-removed': 'アカウントからメールアドレスまたは電話番号が削除されました。',
  'factor-added': 'アカウントにパスキーまたは認証アプリが追加されました。',
  'factor-removed': 'アカウントからパスキーまたは認証アプリが削除されました。',
  'identity-linked': '他のプロバイダーのアカウントが連携されました。ログインに使用できます。',
  'identity-unlinked': '他のプロバイダーのアカウントとの連携が解除されました。',
  'codes-renewed': 'アカウントのバックアップコードが新しくなりました。',
  'username-changed': 'アカウントのユーザー名が変更されました。',
  'password-removed': 'アカウントのパスワードが削除されました。',
};

const ignore = 'お心当たりがない場合は、このメッセージを無視してください。';

const nameOf = ({ applicationName }: { applicationName?: string | undefined }): string => applicationName ?? product;

interface CodeWords {
  subject: string;
  purpose: string;
  /** The code in an SMS. */
  label: string;
  action: string;
}

function code(
  { code: digits, minutes, ...parameters }: CodeParameters,
  { subject, purpose, label, action }: CodeWords,
): MessageText {
  const validity = `コードの有効時間は${minutes}分で、1回だけ使用できます。`;
  return {
    subject,
    paragraphs: [`${purpose}、次のコードを入力してください。`],
    action,
    facts: facts(parameters),
    closing: [`${validity}誰にも教えないでください。`, ignore],
    sms: `${digits}は${label}です。${validity}お心当たりがない場合は無視してください。`,
  };
}

const facts = ({ time, place, device }: Partial<NoticeParameters>): Facts =>
  factsOf([
    ['日時', time && date(time)],
    ['IPアドレス', place],
    ['ブラウザ', device],
  ]);

const format = new Intl.DateTimeFormat('ja', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const date = (time: string): string => `${format.format(new Date(time))}（UTC）`;
