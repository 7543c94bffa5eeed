import { pluralIn } from '../../../domain/plural.ts';
import type {
  AccountChange,
  CodeParameters,
  NoticeParameters,
} from '../../../vocabulary/connectors/message-templates.ts';
import { type Facts, factsOf, type MessageText, type MessageTexts } from './text.ts';

const product = 'Mandate';

export const es: MessageTexts = {
  'sign-in-code': (parameters) =>
    code(parameters, {
      subject: `Tu código para iniciar sesión en ${nameOf(parameters)}`,
      purpose: `para iniciar sesión en ${nameOf(parameters)}`,
      action: 'Iniciar sesión con este enlace',
    }),
  'sign-up-code': (parameters) =>
    code(parameters, {
      subject: `Tu código para crear una cuenta en ${nameOf(parameters)}`,
      purpose: `para crear tu cuenta en ${nameOf(parameters)}`,
      action: 'Continuar con este enlace',
    }),
  'reset-code': (parameters) =>
    code(parameters, {
      subject: `Tu código para restablecer la contraseña de ${nameOf(parameters)}`,
      purpose: `para elegir una contraseña nueva en ${nameOf(parameters)}`,
      action: 'Continuar con este enlace',
    }),
  'link-address-code': (parameters) =>
    code(parameters, {
      subject: `Tu código para añadir esta dirección en ${nameOf(parameters)}`,
      purpose: `para añadir esta dirección a tu cuenta de ${nameOf(parameters)}`,
      action: 'Continuar con este enlace',
    }),
  'no-account': (parameters) => ({
    subject: `No hay ninguna cuenta de ${nameOf(parameters)} con esta dirección`,
    paragraphs: [
      `Alguien ha intentado iniciar sesión en ${nameOf(parameters)} con esta dirección, pero ninguna cuenta la usa.`,
    ],
    closing: ['Si fuiste tú, prueba con otra dirección.', ignore],
    sms: `Alguien ha intentado iniciar sesión en ${nameOf(parameters)} con este número, pero ninguna cuenta lo usa.`,
  }),
  'account-locked': (parameters) => ({
    subject: 'Tu cuenta está bloqueada por ahora',
    paragraphs: [
      'Han fallado demasiados intentos de iniciar sesión en tu cuenta, así que está bloqueada por un tiempo.',
    ],
    facts: facts(parameters),
    closing: [
      'Si fuiste tú, espera o inicia sesión con otro método.',
      'Si no fuiste tú, no tienes que hacer nada: los intentos fallaron.',
    ],
    sms: 'Tu cuenta está bloqueada por un tiempo porque han fallado demasiados intentos de iniciar sesión.',
  }),
  'too-many-codes': (parameters) => ({
    subject: 'Se han pedido demasiados códigos para tu cuenta',
    paragraphs: ['Se han pedido tantos códigos para tu cuenta que dejaremos de enviarlos durante un día como máximo.'],
    facts: facts(parameters),
    closing: [
      'En un navegador en el que ya hayas iniciado sesión, sigues recibiendo códigos. También puedes iniciar sesión con una llave de acceso o con tu contraseña.',
      'Si no fuiste tú, no tienes que hacer nada: los códigos solo se te enviaron a ti. No se los des a nadie.',
    ],
    sms: 'Se han pedido demasiados códigos para tu cuenta, así que dejaremos de enviarlos durante un día como máximo. En un navegador en el que ya hayas iniciado sesión, los sigues recibiendo.',
  }),
  'password-changed': (parameters, { reset }) => ({
    subject: 'Tu contraseña ha cambiado',
    paragraphs: ['Se ha cambiado la contraseña de tu cuenta.'],
    facts: facts(parameters),
    link: reset,
    action: 'Restablecer la contraseña',
    closing: ['Si no fuiste tú, restablece tu contraseña ahora mismo. Si fuiste tú, no tienes que hacer nada.'],
    sms: `Se ha cambiado la contraseña de tu cuenta. Si no fuiste tú, restablécela ahora mismo: ${reset}`,
  }),
  'factors-removed': (parameters) => ({
    subject: 'Se han eliminado tus segundos factores',
    paragraphs: [
      'Se han eliminado los segundos factores de tu cuenta, como las llaves de acceso y las aplicaciones de autenticación.',
    ],
    facts: facts(parameters),
    closing: ['Si no lo pediste tú, ponte en contacto ahora mismo con la administración del servicio.'],
    sms: 'Se han eliminado los segundos factores de tu cuenta. Si no lo pediste tú, ponte en contacto con la administración del servicio.',
  }),
  'address-changed': ({ link, until, ...parameters }) => ({
    subject: 'Ha cambiado una dirección de tu cuenta',
    paragraphs: [
      'Se ha sustituido o eliminado un correo electrónico o un número de teléfono de tu cuenta. Si fuiste tú, no tienes que hacer nada.',
      'Si no fuiste tú, deshaz el cambio: recuperarás tu dirección anterior, tu sesión se cerrará en todas partes y elegirás una contraseña nueva.',
    ],
    facts: facts(parameters),
    action: 'Deshacer el cambio',
    closing: [`El enlace es válido hasta el ${date(until)}. No se lo reenvíes a nadie.`],
    sms: `Ha cambiado una dirección de tu cuenta. Si no fuiste tú, deshaz el cambio antes del ${date(until)}: ${link}`,
  }),
  'account-deletion': ({ link, until, ...parameters }) => ({
    subject: 'Tu cuenta se va a eliminar',
    paragraphs: [
      `Tu cuenta se eliminará el ${date(until)}. Hasta entonces, nadie puede iniciar sesión en ella. Si fuiste tú, no tienes que hacer nada.`,
      'Si no fuiste tú, o si quieres conservar la cuenta, abre el enlace.',
    ],
    facts: facts(parameters),
    action: 'Conservar la cuenta',
    closing: [`El enlace es válido hasta el ${date(until)}. No se lo reenvíes a nadie.`],
    sms: `Tu cuenta se eliminará el ${date(until)}. Para conservarla, abre antes este enlace: ${link}`,
  }),
  'account-changed': ({ change, ...parameters }, { reset }) => ({
    subject: 'Ha cambiado tu cuenta',
    paragraphs: [changes[change]],
    facts: facts(parameters),
    link: reset,
    action: 'Restablecer la contraseña',
    closing: [
      'Si no fuiste tú, restablece tu contraseña ahora mismo y revisa con qué inicias sesión. Si fuiste tú, no tienes que hacer nada.',
    ],
    sms: `${changes[change]} Si no fuiste tú, restablece tu contraseña ahora mismo: ${reset}`,
  }),
  impersonated: ({ time, until, administratorName, applicationName }) => {
    const who = administratorName ?? 'Un administrador';
    return {
      subject: 'Un administrador actúa en tu nombre',
      paragraphs: [`${who} actúa en tu nombre en ${applicationName}, como máximo hasta el ${date(until)}.`],
      facts: facts({ time }),
      closing: [
        'En la actividad de tu cuenta verás el motivo. Puedes terminarlo entre tus aplicaciones.',
        'Si no lo esperas, pregunta a tu administrador.',
      ],
      sms: `${who} actúa en tu nombre en ${applicationName}, como máximo hasta el ${date(until)}. Verás el motivo en la actividad de tu cuenta.`,
    };
  },
  'organization-invitation': ({ organizationName, inviterName, link, days }) => {
    const invitation =
      inviterName === undefined
        ? `Tienes una invitación para unirte a la organización ${organizationName}.`
        : `${inviterName} te invita a unirte a la organización ${organizationName}.`;
    return {
      subject: `Invitación a ${organizationName}`,
      paragraphs: [invitation],
      action: 'Abrir la invitación',
      closing: [
        `La invitación es válida durante ${plural(days, { one: `${days} día`, other: `${days} días` })}.`,
        unexpected,
      ],
      sms: `${invitation} ${link}`,
    };
  },
  'one-time-link': ({ link, until }) => ({
    subject: 'Tu enlace para iniciar sesión',
    paragraphs: [
      'La administración del servicio te ha enviado un enlace para iniciar sesión. Ábrelo en el navegador en el que quieras iniciarla.',
    ],
    action: 'Iniciar sesión con este enlace',
    closing: [
      `El enlace es válido hasta el ${date(until)} y sirve una sola vez. No se lo reenvíes a nadie.`,
      unexpected,
    ],
    sms: `Inicia sesión con este enlace, que sirve una sola vez y es válido hasta el ${date(until)}: ${link}`,
  }),
  'connector-test': ({ time }) => ({
    subject: 'Mensaje de prueba',
    paragraphs: [`Esta es la prueba de un conector, enviada el ${date(time)}.`],
    closing: [],
    sms: `Esta es la prueba de un conector, enviada el ${date(time)}.`,
  }),
};

const changes: Record<AccountChange, string> = {
  'address-added': 'Se ha añadido un correo electrónico o un número de teléfono a tu cuenta.',
  'address-removed': 'Se ha quitado un correo electrónico o un número de teléfono de tu cuenta.',
  'factor-added': 'Se ha añadido una llave de acceso o una aplicación de autenticación a tu cuenta.',
  'factor-removed': 'Se ha quitado una llave de acceso o una aplicación de autenticación de tu cuenta.',
  'identity-linked': 'Se ha vinculado una cuenta de otro proveedor a tu cuenta. Permite iniciar sesión.',
  'identity-unlinked': 'Una cuenta de otro proveedor ya no está vinculada a tu cuenta.',
  'codes-renewed': 'Se han sustituido los códigos de respaldo de tu cuenta.',
  'username-changed': 'Se ha cambiado el nombre de usuario de tu cuenta.',
  'password-removed': 'Se ha eliminado la contraseña de tu cuenta.',
};

const ignore = 'Si no fuiste tú, ignora este mensaje.';
const unexpected = 'Si no esperabas este mensaje, ignóralo.';

const nameOf = ({ applicationName }: { applicationName?: string | undefined }): string => applicationName ?? product;

function code(
  { code: digits, minutes, ...parameters }: CodeParameters,
  { subject, purpose, action }: { subject: string; purpose: string; action: string },
): MessageText {
  const duration = plural(minutes, { one: `${minutes} minuto`, other: `${minutes} minutos` });
  const validity = `El código es válido durante ${duration} y sirve una sola vez.`;
  return {
    subject,
    paragraphs: [`Introduce este código ${purpose}:`],
    action,
    facts: facts(parameters),
    closing: [`${validity} No se lo des a nadie.`, ignore],
    sms: `${digits} es tu código ${purpose}. ${validity} Si no fuiste tú, ignóralo.`,
  };
}

const facts = ({ time, place, device }: Partial<NoticeParameters>): Facts =>
  factsOf([
    ['Fecha', time && date(time)],
    ['Dirección IP', place],
    ['Navegador', device],
  ]);

const plural = pluralIn('es');
const format = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const date = (time: string): string => `${format.format(new Date(time))} UTC`;
