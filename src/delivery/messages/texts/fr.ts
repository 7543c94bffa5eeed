import { pluralIn } from '../../../domain/plural.ts';
import type {
  AccountChange,
  CodeParameters,
  NoticeParameters,
} from '../../../vocabulary/connectors/message-templates.ts';
import { type Facts, factsOf, type MessageText, type MessageTexts } from './text.ts';

const product = 'Mandate';

export const fr: MessageTexts = {
  'sign-in-code': (parameters) =>
    code(parameters, {
      subject: `Votre code de connexion à ${nameOf(parameters)}`,
      purpose: `pour vous connecter à ${nameOf(parameters)}`,
      action: 'Se connecter avec ce lien',
    }),
  'sign-up-code': (parameters) =>
    code(parameters, {
      subject: `Votre code pour créer un compte ${nameOf(parameters)}`,
      purpose: `pour créer votre compte ${nameOf(parameters)}`,
      action: 'Continuer avec ce lien',
    }),
  'reset-code': (parameters) =>
    code(parameters, {
      subject: `Votre code pour réinitialiser votre mot de passe ${nameOf(parameters)}`,
      purpose: `pour choisir un nouveau mot de passe ${nameOf(parameters)}`,
      action: 'Continuer avec ce lien',
    }),
  'link-address-code': (parameters) =>
    code(parameters, {
      subject: `Votre code pour ajouter cette adresse à ${nameOf(parameters)}`,
      purpose: `pour ajouter cette adresse à votre compte ${nameOf(parameters)}`,
      action: 'Continuer avec ce lien',
    }),
  'no-account': (parameters) => ({
    subject: `Aucun compte ${nameOf(parameters)} avec cette adresse`,
    paragraphs: [
      `Quelqu’un a essayé de se connecter à ${nameOf(parameters)} avec cette adresse, mais aucun compte ne l’utilise.`,
    ],
    closing: ['Si c’était vous, essayez une autre adresse.', ignore],
    sms: `Quelqu’un a essayé de se connecter à ${nameOf(parameters)} avec ce numéro, mais aucun compte ne l’utilise.`,
  }),
  'account-locked': (parameters) => ({
    subject: 'Votre compte est verrouillé pour le moment',
    paragraphs: [
      'Trop de tentatives de connexion à votre compte ont échoué. Il est donc verrouillé pendant quelque temps.',
    ],
    facts: facts(parameters),
    closing: [
      'Si c’était vous, patientez ou connectez-vous par une autre méthode.',
      'Si ce n’était pas vous, vous n’avez rien à faire\u00a0: les tentatives ont échoué.',
    ],
    sms: 'Votre compte est verrouillé pendant quelque temps, car trop de tentatives de connexion ont échoué.',
  }),
  'too-many-codes': (parameters) => ({
    subject: 'Trop de codes ont été demandés pour votre compte',
    paragraphs: [
      'Tant de codes ont été demandés pour votre compte que nous cessons d’en envoyer, pour une journée au plus.',
    ],
    facts: facts(parameters),
    closing: [
      'Dans un navigateur où vous avez déjà ouvert une session, vous recevez encore des codes. Vous pouvez aussi vous connecter avec une clé d’accès ou avec votre mot de passe.',
      'Si ce n’était pas vous, vous n’avez rien à faire\u00a0: les codes n’ont été envoyés qu’à vous. Ne les communiquez à personne.',
    ],
    sms: 'Trop de codes ont été demandés pour votre compte\u00a0: nous cessons d’en envoyer, pour une journée au plus. Dans un navigateur où vous avez déjà ouvert une session, vous en recevez encore.',
  }),
  'password-changed': (parameters, { reset }) => ({
    subject: 'Votre mot de passe a été modifié',
    paragraphs: ['Le mot de passe de votre compte a été modifié.'],
    facts: facts(parameters),
    link: reset,
    action: 'Réinitialiser le mot de passe',
    closing: [
      'Si ce n’était pas vous, réinitialisez votre mot de passe sans attendre. Si c’était vous, vous n’avez rien à faire.',
    ],
    sms: `Le mot de passe de votre compte a été modifié. Si ce n’était pas vous, réinitialisez-le sans attendre\u00a0: ${reset}`,
  }),
  'factors-removed': (parameters) => ({
    subject: 'Vos seconds facteurs ont été supprimés',
    paragraphs: [
      'Les seconds facteurs de votre compte, comme les clés d’accès et les applications d’authentification, ont été supprimés.',
    ],
    facts: facts(parameters),
    closing: ['Si vous ne l’avez pas demandé, contactez sans attendre la personne qui administre le service.'],
    sms: 'Les seconds facteurs de votre compte ont été supprimés. Si vous ne l’avez pas demandé, contactez la personne qui administre le service.',
  }),
  'address-changed': ({ link, until, ...parameters }) => ({
    subject: 'Une adresse de votre compte a été modifiée',
    paragraphs: [
      'Une adresse e-mail ou un numéro de téléphone de votre compte a été remplacé ou supprimé. Si c’était vous, vous n’avez rien à faire.',
      'Si ce n’était pas vous, annulez la modification\u00a0: votre ancienne adresse sera rétablie, toutes vos sessions seront fermées et vous choisirez un nouveau mot de passe.',
    ],
    facts: facts(parameters),
    action: 'Annuler la modification',
    closing: [`Le lien est valable jusqu’au ${date(until)}. Ne le transférez à personne.`],
    sms: `Une adresse de votre compte a été modifiée. Si ce n’était pas vous, annulez la modification avant le ${date(until)}\u00a0: ${link}`,
  }),
  'account-deletion': ({ link, until, ...parameters }) => ({
    subject: 'Votre compte va être supprimé',
    paragraphs: [
      `Votre compte sera supprimé le ${date(until)}. D’ici là, personne ne peut s’y connecter. Si c’était vous, vous n’avez rien à faire.`,
      'Si ce n’était pas vous, ou si vous souhaitez conserver le compte, ouvrez le lien.',
    ],
    facts: facts(parameters),
    action: 'Conserver le compte',
    closing: [`Le lien est valable jusqu’au ${date(until)}. Ne le transférez à personne.`],
    sms: `Votre compte sera supprimé le ${date(until)}. Pour le conserver, ouvrez ce lien avant cette date\u00a0: ${link}`,
  }),
  'account-changed': ({ change, ...parameters }, { reset }) => ({
    subject: 'Votre compte a été modifié',
    paragraphs: [changes[change]],
    facts: facts(parameters),
    link: reset,
    action: 'Réinitialiser le mot de passe',
    closing: [
      'Si ce n’était pas vous, réinitialisez votre mot de passe sans attendre et vérifiez vos moyens de connexion. Si c’était vous, vous n’avez rien à faire.',
    ],
    sms: `${changes[change]} Si ce n’était pas vous, réinitialisez votre mot de passe sans attendre\u00a0: ${reset}`,
  }),
  impersonated: ({ time, until, administratorName, applicationName }) => {
    const who = administratorName ?? 'Un administrateur';
    return {
      subject: 'Un administrateur agit en votre nom',
      paragraphs: [`${who} agit en votre nom dans ${applicationName}, au plus tard jusqu’au ${date(until)}.`],
      facts: facts({ time }),
      closing: [
        'L’activité de votre compte en indique la raison. Vous pouvez y mettre fin parmi vos applications.',
        'Si vous ne vous y attendez pas, demandez à votre administrateur.',
      ],
      sms: `${who} agit en votre nom dans ${applicationName}, au plus tard jusqu’au ${date(until)}. L’activité de votre compte en indique la raison.`,
    };
  },
  'organization-invitation': ({ organizationName, inviterName, link, days }) => {
    const invitation =
      inviterName === undefined
        ? `Vous avez reçu une invitation à rejoindre l’organisation ${organizationName}.`
        : `${inviterName} vous invite à rejoindre l’organisation ${organizationName}.`;
    return {
      subject: `Invitation à rejoindre ${organizationName}`,
      paragraphs: [invitation],
      action: 'Ouvrir l’invitation',
      closing: [
        `L’invitation est valable ${plural(days, { one: `${days} jour`, other: `${days} jours` })}.`,
        unexpected,
      ],
      sms: `${invitation} ${link}`,
    };
  },
  'one-time-link': ({ link, until }) => ({
    subject: 'Votre lien de connexion',
    paragraphs: [
      'La personne qui administre le service vous envoie un lien de connexion. Ouvrez-le dans le navigateur où vous souhaitez vous connecter.',
    ],
    action: 'Se connecter avec ce lien',
    closing: [
      `Le lien est valable jusqu’au ${date(until)} et ne fonctionne qu’une fois. Ne le transférez à personne.`,
      unexpected,
    ],
    sms: `Connectez-vous avec ce lien, valable une seule fois et jusqu’au ${date(until)}\u00a0: ${link}`,
  }),
  'connector-test': ({ time }) => ({
    subject: 'Message de test',
    paragraphs: [`Ceci est le test d’un connecteur, envoyé le ${date(time)}.`],
    closing: [],
    sms: `Ceci est le test d’un connecteur, envoyé le ${date(time)}.`,
  }),
};

const changes: Record<AccountChange, string> = {
  'address-added': 'Une adresse e-mail ou un numéro de téléphone a été ajouté à votre compte.',
  'address-removed': 'Une adresse e-mail ou un numéro de téléphone a été retiré de votre compte.',
  'factor-added': 'Une clé d’accès ou une application d’authentification a été ajoutée à votre compte.',
  'factor-removed': 'Une clé d’accès ou une application d’authentification a été retirée de votre compte.',
  'identity-linked': 'Un compte chez un autre fournisseur a été associé à votre compte. Il permet de se connecter.',
  'identity-unlinked': 'Un compte chez un autre fournisseur n’est plus associé à votre compte.',
  'codes-renewed': 'Les codes de secours de votre compte ont été remplacés.',
  'username-changed': 'Le nom d’utilisateur de votre compte a été modifié.',
  'password-removed': 'Le mot de passe de votre compte a été supprimé.',
};

const ignore = 'Si ce n’était pas vous, ignorez ce message.';
const unexpected = 'Si vous n’attendiez pas ce message, ignorez-le.';

const nameOf = ({ applicationName }: { applicationName?: string | undefined }): string => applicationName ?? product;

function code(
  { code: digits, minutes, ...parameters }: CodeParameters,
  { subject, purpose, action }: { subject: string; purpose: string; action: string },
): MessageText {
  const duration = plural(minutes, { one: `${minutes} minute`, other: `${minutes} minutes` });
  const validity = `Le code est valable ${duration} et ne fonctionne qu’une fois.`;
  return {
    subject,
    paragraphs: [`Saisissez ce code ${purpose}\u00a0:`],
    action,
    facts: facts(parameters),
    closing: [`${validity} Ne le communiquez à personne.`, ignore],
    sms: `${digits} est votre code ${purpose}. ${validity} Si ce n’était pas vous, ignorez-le.`,
  };
}

const facts = ({ time, place, device }: Partial<NoticeParameters>): Facts =>
  factsOf([
    ['Date', time && date(time)],
    ['Adresse IP', place],
    ['Navigateur', device],
  ]);

const plural = pluralIn('fr');
const format = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const date = (time: string): string => `${format.format(new Date(time))} UTC`;
