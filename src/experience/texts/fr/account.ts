import { pluralIn } from '../../../domain/plural.ts';
import type { account as en } from '../en/account.ts';
import { accountActions } from './account-actions.ts';

const plural = pluralIn('fr');

/** The pages of an account. */
export const account: typeof en = {
  name: 'Votre compte',
  skip: 'Aller au contenu',
  menu: 'Menu',
  signOut: 'Se déconnecter',
  backTo: (application) => `Retour à ${application}`,
  backToAccount: 'Retour à votre compte',
  pages: {
    overview: { title: 'Vue d’ensemble', lead: '' },
    profile: {
      title: 'Profil',
      lead: 'Les informations que les applications peuvent obtenir quand vous vous connectez.',
    },
    security: {
      title: 'Connexion et sécurité',
      lead: 'Comment vous vous connectez et comment vous retrouvez l’accès à votre compte.',
    },
    sessions: {
      title: 'Sessions et navigateurs',
      lead: 'Les navigateurs où votre session est ouverte. Fermez les sessions que vous ne reconnaissez pas, puis choisissez un nouveau mot de passe.',
    },
    applications: {
      title: 'Applications',
      lead: 'Les applications qui peuvent utiliser votre compte et ce qu’elles peuvent voir.',
    },
    organizations: {
      title: 'Organisations',
      lead: 'Les organisations dont vous êtes membre et les rôles que vous y avez.',
    },
    activity: { title: 'Activité', lead: 'Ce qui s’est passé sur votre compte, et par quel moyen.' },
    data: { title: 'Vos données', lead: 'Téléchargez-les ou supprimez votre compte.' },
  },
  change: 'Modifier',
  add: 'Ajouter',
  remove: 'Supprimer',
  rename: 'Renommer',
  managed: 'Géré par la personne qui administre le service.',
  none: 'Aucun',
  cancel: 'Annuler',

  protectedBy: {
    title: 'Protection de votre compte',
    strong: 'Un second facteur protège votre compte.',
    passkey: 'Une clé d’accès protège votre compte.',
    weak: 'Votre compte n’est protégé que par un mot de passe ou par un code que vous recevez.',
    addPasskey:
      'Ajoutez une clé d’accès\u00a0: personne ne peut la deviner et vous ne pouvez pas la saisir par erreur sur un faux site.',
    renewCodes: (left) =>
      left === 0
        ? 'Vous n’avez pas de codes de secours. Créez-en, au cas où vous perdriez votre appareil.'
        : `Il ne vous reste ${plural(left, { one: 'qu’un code', other: `que ${left} codes` })} de secours. Créez-en de nouveaux.`,
    verify:
      'Vous n’avez pas d’adresse confirmée et vous ne pourriez pas réinitialiser votre mot de passe. Ajoutez-en une.',
    good: 'Vous n’avez rien à faire.',
  },
  lastEvents: 'Activité récente',
  allActivity: 'Voir toute l’activité',

  picture: 'Photo',
  noPicture: 'Aucune photo',
  fullName: 'Nom complet',
  username: 'Nom d’utilisateur',
  noUsername: 'Aucun nom d’utilisateur',
  givenName: 'Prénom',
  familyName: 'Nom de famille',
  nickname: 'Surnom',
  website: 'Site web',
  birthdate: 'Date de naissance',
  birthdateHint: 'Au format année-mois-jour, par exemple 1990-12-31.',
  locale: 'Langue des messages et de ces pages',
  localeOfBrowser: 'Langue du navigateur',
  zoneinfo: 'Fuseau horaire',
  zoneinfoHint: 'Par exemple Europe/Paris. Ces pages affichent les heures dans ce fuseau.',
  pictureFile: 'Fichier de la photo',

  password: 'Mot de passe',
  hasPassword: 'Vous avez un mot de passe.',
  noPassword: 'Vous n’avez pas de mot de passe.',
  endOthers: 'Fermer toutes mes autres sessions',
  factors: 'Clés d’accès et applications d’authentification',
  noFactors:
    'Vous n’en avez pas encore. Avec une clé d’accès, vous vous connectez par code PIN, empreinte ou visage, sans risque d’hameçonnage.',
  passkey: 'Clé d’accès',
  app: 'Application d’authentification',
  addPasskey: 'Ajouter une clé d’accès',
  addApp: 'Ajouter une application d’authentification',
  factorName: 'Nom',
  addedOn: (time) => `Ajoutée le ${time}`,
  lastUsed: (time) => `dernière utilisation le ${time}`,
  linkedAccounts: 'Comptes associés',
  noLinkedAccounts: 'Aucun compte externe n’est associé.',
  linkedOn: (time) => `Associé le ${time}`,
  unlink: 'Dissocier',
  link: (name) => `Associer ${name}`,
  backupCodes: 'Codes de secours',
  backupCodesLeft: (count) =>
    count === 0
      ? 'Il ne vous reste aucun code.'
      : `Il vous reste ${plural(count, { one: `${count} code`, other: `${count} codes` })}.`,
  createCodes: 'Créer de nouveaux codes',
  addresses: 'Coordonnées',
  email: 'Adresse e-mail',
  phone: 'Numéro de téléphone',
  noEmail: 'Aucune adresse e-mail',
  noPhone: 'Aucun numéro de téléphone',
  isVerified: (address) => (address === 'email' ? 'confirmée' : 'confirmé'),
  isNotVerified: 'à confirmer',

  sessions: 'Sessions',
  thisSession: 'Session actuelle',
  unknownDevice: 'Navigateur inconnu',
  signedInOn: (time) => `Connexion le ${time}`,
  active: (ago) => `Dernière activité\u00a0: ${ago}`,
  fromAddress: (address) => `depuis ${address}`,
  end: 'Fermer la session',
  endOtherSessions: 'Fermer toutes les autres sessions',
  devices: 'Navigateurs que vous avez utilisés',
  devicesWhy:
    'Les mots de passe erronés que d’autres personnes saisissent ne vous empêchent pas de vous connecter dans ces navigateurs.',
  forget: 'Oublier',

  consents: 'Applications tierces ayant accès à votre compte',
  noConsents: 'Aucune application tierce n’a accès à votre compte.',
  allowedOn: (time) => `Accès accordé le ${time}`,
  canDo: 'Elle peut',
  usedApplications: 'Applications où votre session est ouverte',
  noApplications: 'Votre session n’est ouverte dans aucune application.',

  memberships: 'Vos organisations',
  noMemberships: 'Vous n’êtes membre d’aucune organisation.',
  invitations: 'Invitations',
  roles: (names) => `Rôles\u00a0: ${names}`,
  noRoles: 'Aucun rôle',
  joinedOn: (time) => `Membre depuis le ${time}`,
  expiresOn: (time) => `Expire le ${time}`,
  leave: 'Quitter',
  accept: 'Accepter',
  decline: 'Refuser',

  noEvents: 'Aucune activité pour l’instant.',
  older: 'Activité plus ancienne',
  newest: 'Activité la plus récente',
  by: {
    you: 'Vous',
    administrator: 'Une personne qui administre le service',
    application: 'Une application',
    platform: 'La plateforme',
    visitor: 'Une personne non connectée',
  },
  through: (application) => `via ${application}`,
  channels: {
    graphql: 'l’API',
    rest: 'l’API',
    'sign-in': 'les pages de connexion',
    account: 'les pages du compte',
    platform: 'un traitement automatique',
  },
  changedFields: (names) => `Modifications\u00a0: ${names}`,
  events: {
    PostRegister: 'Compte créé',
    PostSignIn: 'Connexion',
    PostResetPassword: 'Mot de passe réinitialisé',
    'User.Created': 'Compte créé',
    'User.Deleted': 'Compte supprimé',
    'User.Data.Updated': 'Compte modifié',
    'User.SuspensionStatus.Updated': 'Compte suspendu ou réactivé',
    'Identifier.Lockout': 'Compte verrouillé après plusieurs échecs',
    'User.Roles.Updated': 'Rôles modifiés',
    'User.Preferences.Updated': 'Préférences de la console modifiées',
    'User.Unlocked': 'Compte déverrouillé',
    'User.Sessions.Ended': 'Toutes les sessions fermées',
    'User.Session.Ended': 'Session fermée',
    'User.Device.Removed': 'Navigateur oublié',
    'User.Data.Exported': 'Données exportées',
    'User.Consent.Granted': 'Accès accordé à une application',
    'User.Consent.Revoked': 'Accès d’une application révoqué',
  },
  fields: {
    name: 'nom complet',
    username: 'nom d’utilisateur',
    email: 'adresse e-mail',
    emailVerifiedAt: 'confirmation de l’adresse e-mail',
    phone: 'numéro de téléphone',
    phoneVerifiedAt: 'confirmation du numéro de téléphone',
    password: 'mot de passe',
    passwordResetRequiredAt: 'obligation de changer de mot de passe',
    profile: 'profil',
    avatar: 'photo',
    factors: 'clés d’accès, applications ou codes de secours',
    identities: 'comptes associés',
    customData: 'autres données',
  },

  export: 'Exporter vos données',
  exportWhy:
    'Tout ce que nous conservons sur vous, au format JSON\u00a0: profil, coordonnées, facteurs sans leurs secrets, sessions, autorisations, organisations et activité.',
  deletion: 'Supprimer votre compte',
  deletionWhy:
    'Toutes vos sessions sont fermées immédiatement. Après sept jours, votre compte est définitivement supprimé.',
  confirmation: (identifier) => `Pour confirmer, saisissez ${identifier}`,
  deleted: 'Votre compte va être supprimé',
  deletedWhy: (time) =>
    `Il est maintenant suspendu et sera supprimé le ${time}. Pour le conserver, ouvrez le lien dans le message que nous vous avons envoyé.`,

  newCodes: 'Vos nouveaux codes de secours',
  ...accountActions,
};
