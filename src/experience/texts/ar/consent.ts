import { isolate } from '../../../domain/isolate.ts';
import type { consent as en } from '../en/consent.ts';

/** Consent, the choice of an account, and signing out. */
export const consent: typeof en = {
  consent: {
    allow: (application) => `هل تسمح لـ ${isolate(application)} باستخدام حسابك؟`,
    continueTo: (application) => `هل تريد المتابعة إلى ${isolate(application)}؟`,
    signedInAs: (person) => ['سجّلت الدخول باسم ', isolate(person), '.'],
    unnamed: 'حساب بلا اسم',
    thirdParty: 'هذا التطبيق مقدَّم من جهة خارجية.',
    agent: 'هذا التطبيق وكيل ذكاء اصطناعي، ويتصرف من تلقاء نفسه.',
    returnsTo: (place) => ['ستعود إلى ', isolate(place), '.'],
    yes: 'السماح',
    no: 'عدم السماح',
    abilities: 'سيتمكن التطبيق من',
    inResource: (resource) => `في ${isolate(resource)}، نيابةً عنك`,
    scopes: {
      openid: 'التعرف عليك عند عودتك',
      profile: 'الاطلاع على اسمك وصورتك وبقية بيانات ملفك الشخصي',
      email: 'الاطلاع على بريدك الإلكتروني',
      phone: 'الاطلاع على رقم هاتفك',
      address: 'الاطلاع على عنوانك البريدي',
      offline_access: 'الاحتفاظ بهذا الوصول في غيابك إلى أن يُلغى',
    },
  },

  selectAccount: 'اختيار حساب',

  signOut: {
    question: 'هل تريد تسجيل الخروج؟',
    asks: (application) => ['يريد ', isolate(application), ' تسجيل خروجك.'],
    someAsks: 'يريد أحد التطبيقات تسجيل خروجك.',
    consequence: 'سيُسجَّل خروجك من كل تطبيق تستخدمه بهذا الحساب في هذا المتصفح.',
    yes: 'تسجيل الخروج',
    no: 'عدم تسجيل الخروج',
    done: 'تم تسجيل الخروج',
    after: 'يمكنك إغلاق هذه النافذة أو العودة إلى التطبيق.',
  },
};
