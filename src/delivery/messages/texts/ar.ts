import { isolate } from '../../../domain/isolate.ts';
import { pluralIn } from '../../../domain/plural.ts';
import type {
  AccountChange,
  CodeParameters,
  NoticeParameters,
} from '../../../vocabulary/connectors/message-templates.ts';
import { type Facts, factsOf, type MessageText, type MessageTexts } from './text.ts';

const product = 'Mandate';

export const ar: MessageTexts = {
  'sign-in-code': (parameters) =>
    code(parameters, {
      subject: `رمز تسجيل الدخول إلى ${nameOf(parameters)}`,
      purpose: `لتسجيل الدخول إلى ${nameOf(parameters)}`,
      action: 'تسجيل الدخول بهذا الرابط',
    }),
  'sign-up-code': (parameters) =>
    code(parameters, {
      subject: `رمز إنشاء حساب في ${nameOf(parameters)}`,
      purpose: `لإنشاء حسابك في ${nameOf(parameters)}`,
      action: 'المتابعة بهذا الرابط',
    }),
  'reset-code': (parameters) =>
    code(parameters, {
      subject: `رمز إعادة تعيين كلمة المرور في ${nameOf(parameters)}`,
      purpose: `لتعيين كلمة مرور جديدة في ${nameOf(parameters)}`,
      action: 'المتابعة بهذا الرابط',
    }),
  'link-address-code': (parameters) =>
    code(parameters, {
      subject: `رمز إضافة هذا العنوان في ${nameOf(parameters)}`,
      purpose: `لإضافة هذا العنوان إلى حسابك في ${nameOf(parameters)}`,
      action: 'المتابعة بهذا الرابط',
    }),
  'no-account': (parameters) => ({
    subject: `لا يوجد حساب بهذا العنوان في ${nameOf(parameters)}`,
    paragraphs: [`حاول شخص ما تسجيل الدخول إلى ${nameOf(parameters)} بهذا العنوان، لكن لا يوجد حساب يستخدمه.`],
    closing: ['إذا كنت أنت من حاول ذلك، فجرّب عنوانًا آخر.', ignore],
    sms: `حاول شخص ما تسجيل الدخول إلى ${nameOf(parameters)} بهذا الرقم، لكن لا يوجد حساب يستخدمه.`,
  }),
  'account-locked': (parameters) => ({
    subject: 'حسابك مقفل مؤقتًا',
    paragraphs: ['فشلت محاولات كثيرة جدًا لتسجيل الدخول إلى حسابك، ولذلك أُقفل لبعض الوقت.'],
    facts: facts(parameters),
    closing: [
      'إذا كنت أنت من حاول ذلك، فانتظر أو سجّل الدخول بطريقة أخرى.',
      'وإن لم تكن أنت، فلا يلزمك فعل شيء: لقد فشلت المحاولات.',
    ],
    sms: 'أُقفل حسابك لبعض الوقت بسبب فشل محاولات كثيرة جدًا لتسجيل الدخول.',
  }),
  'too-many-codes': (parameters) => ({
    subject: 'طُلبت رموز كثيرة جدًا لحسابك',
    paragraphs: ['طُلبت رموز لحسابك مرات كثيرة جدًا، ولذلك لن نرسل رموزًا أخرى لمدة تصل إلى يوم واحد.'],
    facts: facts(parameters),
    closing: [
      'في متصفح سجّلت الدخول فيه من قبل ستظل تتلقى الرموز. ويمكنك أيضًا تسجيل الدخول بمفتاح مرور أو بكلمة المرور.',
      'وإن لم تكن أنت من طلبها، فلا يلزمك فعل شيء: لقد أُرسلت الرموز إليك وحدك. لا تعطها لأحد.',
    ],
    sms: 'طُلبت رموز كثيرة جدًا لحسابك، ولذلك لن نرسل رموزًا أخرى لمدة تصل إلى يوم واحد. في متصفح سجّلت الدخول فيه من قبل ستظل تتلقاها.',
  }),
  'password-changed': (parameters, { reset }) => ({
    subject: 'تم تغيير كلمة المرور',
    paragraphs: ['تم تغيير كلمة مرور حسابك.'],
    facts: facts(parameters),
    link: reset,
    action: 'إعادة تعيين كلمة المرور',
    closing: ['إن لم تكن أنت من غيّرها، فأعد تعيينها الآن. وإن كنت أنت، فلا يلزمك فعل شيء.'],
    sms: `تم تغيير كلمة مرور حسابك. إن لم تكن أنت من غيّرها، فأعد تعيينها الآن: ${reset}`,
  }),
  'factors-removed': (parameters) => ({
    subject: 'أزيلت وسائل التحقق الثانية من حسابك',
    paragraphs: ['أزيلت من حسابك وسائل التحقق الثانية، مثل مفاتيح المرور وتطبيقات المصادقة.'],
    facts: facts(parameters),
    closing: ['إن لم تطلب ذلك، فتواصل مع المسؤول الآن.'],
    sms: 'أزيلت وسائل التحقق الثانية من حسابك. إن لم تطلب ذلك، فتواصل مع المسؤول.',
  }),
  'address-changed': ({ link, until, ...parameters }) => ({
    subject: 'تم تغيير أحد عناوين حسابك',
    paragraphs: [
      'تم استبدال بريد إلكتروني أو رقم هاتف في حسابك أو إزالته. إن كنت أنت من فعل ذلك، فلا يلزمك فعل شيء.',
      'وإن لم تكن أنت، فتراجع عن التغيير: سيُستعاد عنوانك السابق ويُسجَّل خروجك من جميع الأجهزة، ثم تعيّن كلمة مرور جديدة.',
    ],
    facts: facts(parameters),
    action: 'التراجع عن التغيير',
    closing: [`الرابط صالح حتى ${date(until)}. لا تُعِد توجيهه إلى أحد.`],
    sms: `تم تغيير أحد عناوين حسابك. إن لم تكن أنت من غيّره، فتراجع عن التغيير قبل ${date(until)}: ${link}`,
  }),
  'account-deletion': ({ link, until, ...parameters }) => ({
    subject: 'سيُحذف حسابك',
    paragraphs: [
      `سيُحذف حسابك في ${date(until)}. وحتى ذلك الحين لا يستطيع أحد تسجيل الدخول إليه. إن كنت أنت من طلب ذلك، فلا يلزمك فعل شيء.`,
      'وإن لم تكن أنت، أو أردت الاحتفاظ بالحساب، فافتح الرابط.',
    ],
    facts: facts(parameters),
    action: 'الاحتفاظ بالحساب',
    closing: [`الرابط صالح حتى ${date(until)}. لا تُعِد توجيهه إلى أحد.`],
    sms: `سيُحذف حسابك في ${date(until)}. للاحتفاظ به افتح هذا الرابط قبل ذلك: ${link}`,
  }),
  'account-changed': ({ change, ...parameters }, { reset }) => ({
    subject: 'تم تغيير حسابك',
    paragraphs: [changes[change]],
    facts: facts(parameters),
    link: reset,
    action: 'إعادة تعيين كلمة المرور',
    closing: [
      'إن لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور الآن وراجع وسائل تسجيل الدخول إلى حسابك. وإن كنت أنت، فلا يلزمك فعل شيء.',
    ],
    sms: `${changes[change]} إن لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور الآن: ${reset}`,
  }),
  impersonated: ({ time, until, administratorName, applicationName }) => {
    const who = administratorName === undefined ? 'أحد المسؤولين' : isolate(administratorName);
    const application = isolate(applicationName);
    return {
      subject: 'أحد المسؤولين يتصرف باسمك',
      paragraphs: [`${who} يتصرف باسمك في ${application}، حتى ${date(until)} على الأكثر.`],
      facts: facts({ time }),
      closing: ['تجد السبب في نشاط حسابك، ويمكنك إنهاء ذلك من بين تطبيقاتك.', 'إذا لم تكن تتوقع ذلك، فاسأل المسؤول.'],
      sms: `${who} يتصرف باسمك في ${application}، حتى ${date(until)} على الأكثر. تجد السبب في نشاط حسابك.`,
    };
  },
  'organization-invitation': ({ organizationName, inviterName, link, days }) => {
    const organization = isolate(organizationName);
    const invitation =
      inviterName === undefined
        ? `لديك دعوة للانضمام إلى مؤسسة ${organization}.`
        : `يدعوك ${isolate(inviterName)} للانضمام إلى مؤسسة ${organization}.`;
    return {
      subject: `دعوة للانضمام إلى ${organization}`,
      paragraphs: [invitation],
      action: 'فتح الدعوة',
      closing: [`الدعوة صالحة لمدة ${daysIn(days)}.`, unexpected],
      sms: `${invitation} ${link}`,
    };
  },
  'one-time-link': ({ link, until }) => ({
    subject: 'رابط تسجيل الدخول',
    paragraphs: ['أرسل إليك المسؤول رابطًا لتسجيل الدخول. افتحه في المتصفح الذي تريد تسجيل الدخول فيه.'],
    action: 'تسجيل الدخول بهذا الرابط',
    closing: [`الرابط صالح حتى ${date(until)} ويعمل مرة واحدة. لا تُعِد توجيهه إلى أحد.`, unexpected],
    sms: `سجّل الدخول بهذا الرابط الصالح حتى ${date(until)} ولمرة واحدة: ${link}`,
  }),
  'connector-test': ({ time }) => ({
    subject: 'رسالة تجريبية',
    paragraphs: [`هذه رسالة لاختبار موصِّل، أُرسلت في ${date(time)}.`],
    closing: [],
    sms: `هذه رسالة لاختبار موصِّل، أُرسلت في ${date(time)}.`,
  }),
};

const changes: Record<AccountChange, string> = {
  'address-added': 'أضيف بريد إلكتروني أو رقم هاتف إلى حسابك.',
  'address-removed': 'أزيل بريد إلكتروني أو رقم هاتف من حسابك.',
  'factor-added': 'أضيف مفتاح مرور أو تطبيق مصادقة إلى حسابك.',
  'factor-removed': 'أزيل مفتاح مرور أو تطبيق مصادقة من حسابك.',
  'identity-linked': 'رُبط حساب لدى مزوّد آخر بحسابك، ويمكن استخدامه لتسجيل الدخول.',
  'identity-unlinked': 'لم يعد حساب لدى مزوّد آخر مرتبطًا بحسابك.',
  'codes-renewed': 'استُبدلت الرموز الاحتياطية لحسابك.',
  'username-changed': 'تم تغيير اسم المستخدم لحسابك.',
  'password-removed': 'أزيلت كلمة المرور من حسابك.',
};

const ignore = 'إن لم تكن أنت من فعل ذلك، فتجاهل هذه الرسالة.';
const unexpected = 'إن لم تكن تتوقع هذه الرسالة، فتجاهلها.';

const nameOf = ({ applicationName }: { applicationName?: string | undefined }): string =>
  isolate(applicationName ?? product);

function code(
  { code: digits, minutes, ...parameters }: CodeParameters,
  { subject, purpose, action }: { subject: string; purpose: string; action: string },
): MessageText {
  const validity = `الرمز صالح لمدة ${minutesIn(minutes)} ويعمل مرة واحدة.`;
  return {
    subject,
    paragraphs: [`أدخل هذا الرمز ${purpose}:`],
    action,
    facts: facts(parameters),
    closing: [`${validity} لا تعطه لأحد.`, ignore],
    sms: `${digits} هو رمزك ${purpose}. ${validity} إن لم تكن أنت من طلبه، فتجاهله.`,
  };
}

const facts = ({ time, place, device }: Partial<NoticeParameters>): Facts =>
  factsOf([
    ['الوقت', time && date(time)],
    ['عنوان IP', place && isolate(place)],
    ['المتصفح', device && isolate(device)],
  ]);

const plural = pluralIn('ar');
const minutesIn = (count: number): string =>
  plural(count, { one: 'دقيقة واحدة', two: 'دقيقتين', few: `${count} دقائق`, other: `${count} دقيقة` });
const daysIn = (count: number): string =>
  plural(count, {
    one: 'يوم واحد',
    two: 'يومين',
    few: `${count} أيام`,
    many: `${count} يومًا`,
    other: `${count} يوم`,
  });

// The digits of the codes and addresses beside it.
const format = new Intl.DateTimeFormat('ar-u-nu-latn', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const date = (time: string): string => `${format.format(new Date(time))} (UTC)`;
