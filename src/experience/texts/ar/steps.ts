import { isolate } from '../../../domain/isolate.ts';
import { pluralIn } from '../../../domain/plural.ts';
import type { steps as en } from '../en/steps.ts';

const plural = pluralIn('ar');

/** The steps of a sign-in, a sign-up and a reset. */
export const steps: typeof en = {
  error: 'خطأ',
  reference: 'الرمز المرجعي',
  cancel: 'إلغاء',
  continueWith: (application) => ['للمتابعة إلى ', isolate(application), ''],

  signIn: 'تسجيل الدخول',
  emailOrUsername: 'البريد الإلكتروني أو اسم المستخدم',
  emailPhoneOrUsername: 'البريد الإلكتروني أو رقم الهاتف أو اسم المستخدم',
  emailOrPhone: 'البريد الإلكتروني أو رقم الهاتف',
  email: 'البريد الإلكتروني',
  phone: 'رقم الهاتف',
  password: 'كلمة المرور',
  secret: {
    show: { text: 'إظهار', name: 'إظهار كلمة المرور' },
    hide: { text: 'إخفاء', name: 'إخفاء كلمة المرور' },
  },
  sendCode: 'إرسال رمز إلى بريدي الإلكتروني',
  sendSms: 'إرسال رمز في رسالة نصية',
  sendCodeAnywhere: 'إرسال رمز إليّ',
  forgotten: 'هل نسيت كلمة المرور؟',
  createAccount: 'إنشاء حساب',
  haveAccount: 'لديّ حساب',
  backToSignIn: 'العودة إلى تسجيل الدخول',

  confirmPassword: 'أدخل كلمة المرور',
  confirmPasswordWhy: 'تم تأكيد عنوانك. أدخل كلمة مرور حسابك أيضًا.',

  confirmPasswordSignedIn: 'أدخل كلمة مرور حسابك للمتابعة.',

  signInWithPasskey: 'تسجيل الدخول بمفتاح مرور',
  passkeyFailed: 'لم يُستخدم أي مفتاح مرور. حاول مرة أخرى أو اختر طريقة أخرى.',
  passkeyUnsupported: 'لا يستطيع هذا المتصفح استخدام مفاتيح المرور هنا. اختر طريقة أخرى.',
  passkeyOnlyWhy: 'استخدم مفتاح المرور.',
  passkeyNeeded:
    'لا يستطيع هذا المتصفح استخدام مفاتيح المرور هنا. اسمح بتشغيل JavaScript أو ابدأ من جديد في متصفح آخر.',
  codeWhy: 'أدخل عنوانك وسنرسل إليك رمزًا لتسجيل الدخول.',

  secondFactor: 'تأكيد هويتك',
  totpWhy: 'أدخل الرمز الذي يعرضه تطبيق المصادقة.',
  passkeyWhy: 'استخدم أحد مفاتيح المرور لهذا الحساب.',
  usePasskey: 'استخدام مفتاح مرور',
  enterBackupCode: 'أدخل رمزًا احتياطيًا',
  backupCodeWhy: 'أدخل أحد الرموز التي حفظتها. يعمل كل رمز مرة واحدة فقط.',
  backupCode: 'الرمز الاحتياطي',
  trustDevice: (days) =>
    plural(days, {
      one: 'عدم السؤال مجددًا في هذا المتصفح اليوم',
      two: 'عدم السؤال مجددًا في هذا المتصفح لمدة يومين',
      few: `عدم السؤال مجددًا في هذا المتصفح لمدة ${days} أيام`,
      many: `عدم السؤال مجددًا في هذا المتصفح لمدة ${days} يومًا`,
      other: `عدم السؤال مجددًا في هذا المتصفح لمدة ${days} يوم`,
    }),
  startAgain: 'تسجيل الدخول بحساب آخر',
  ways: {
    totp: 'استخدام تطبيق المصادقة',
    passkey: 'استخدام مفتاح مرور',
    'backup-code': 'استخدام رمز احتياطي',
    identify: 'المتابعة من دون هذا الرابط',
    'enrol-totp': 'إعداد تطبيق مصادقة بدلًا من ذلك',
    'enrol-passkey': 'إعداد مفتاح مرور بدلًا من ذلك',
  },

  enrolTotp: 'إعداد تطبيق المصادقة',
  factorNeeded: 'يحتاج حسابك إلى وسيلة تحقق ثانية.',
  enrolTotpWhy: 'امسح رمز QR بتطبيق المصادقة، ثم أدخل الرمز الذي يعرضه التطبيق.',
  qrCode: 'رمز QR لتطبيق المصادقة',
  cannotScan: 'هل يتعذر عليك مسح الرمز؟',
  typeKey: 'أدخل هذا المفتاح في تطبيقك:',
  openApp: 'فتح التطبيق على هذا الجهاز',
  codeOfApp: 'الرمز من التطبيق',
  enrolPasskey: 'إعداد مفتاح مرور',
  enrolPasskeyWhy:
    'يُحفظ مفتاح المرور على هذا الجهاز أو على هاتف أو مفتاح أمان، ويُفتح برقم سري أو ببصمة الإصبع أو بالوجه.',
  createPasskey: 'إنشاء مفتاح مرور',
  backupCodes: 'احفظ رموزك الاحتياطية',
  backupCodesWhy: 'إذا فقدت جهازك، يمكنك استخدام كل رمز من هذه الرموز مرة واحدة بدلًا منه. لن تُعرض مرة أخرى.',
  copy: 'نسخ',
  copied: 'تم النسخ',
  download: 'تنزيل',
  print: 'طباعة',
  haveKeptCodes: 'حفظتُ الرموز',

  enterCode: 'تحقق من بريدك الإلكتروني',
  enterCodeOfSms: 'تحقق من هاتفك',
  codeSentTo: (address) => ['أرسلنا رمزًا إلى ', isolate(address), '. وهو صالح لمدة عشر دقائق.'],
  code: 'الرمز المكوّن من ستة أرقام',
  confirm: 'متابعة',
  sendAgain: 'إرسال رمز آخر',
  anotherWay: 'اختيار طريقة أخرى',

  signUp: 'إنشاء حسابك',
  signUpWhy: 'سنرسل إليك رمزًا لتأكيد عنوانك.',
  signUpPhoneWhy: 'سنرسل إليك رمزًا في رسالة نصية لتأكيد رقمك.',
  linkEmail: 'إضافة بريد إلكتروني',
  linkPhone: 'إضافة رقم هاتف',
  almostDone: 'أوشكت على الانتهاء',
  fieldsWhy: 'لا يحتاج حسابك إلا إلى ما يلي.',
  username: 'اسم المستخدم',
  name: 'الاسم',
  newPassword: 'كلمة المرور الجديدة',
  passwordHint: (minimum) =>
    plural(minimum, {
      few: `${minimum} أحرف على الأقل.`,
      many: `${minimum} حرفًا على الأقل.`,
      other: `${minimum} حرف على الأقل.`,
    }),
  terms: ['أوافق على ', 'شروط الخدمة', '.'],

  reset: 'إعادة تعيين كلمة المرور',
  resetWhy: 'أدخل عنوان حسابك. سنرسل إليك رمزًا لتعيين كلمة مرور جديدة.',
  sendResetCode: 'إرسال الرمز',
  setPassword: 'تعيين كلمة مرور جديدة',
  newPasswordRequired: 'يحتاج حسابك إلى كلمة مرور جديدة. سيُسجَّل خروجك من جميع الأجهزة الأخرى.',
  setPasswordWhy: 'سيُسجَّل خروجك من جميع الأجهزة. سجّل الدخول بعد ذلك بكلمة المرور الجديدة.',
  passwordSet: 'تم تغيير كلمة المرور. سجّل الدخول بها.',
  beginAgain: 'البدء من جديد',
  passwordChanged: 'تم تغيير كلمة المرور',
  signInAgain: 'ارجع إلى تطبيقك وسجّل الدخول.',
  signedIn: 'تم تسجيل الدخول',
  continueInApplication: 'اكتمل تسجيل الدخول. تابع في التطبيق.',
  accountCreated: 'حسابك جاهز',
  signInFirst: 'افتح تطبيقك وسجّل الدخول.',
};
