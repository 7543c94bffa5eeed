import type { accountActions as en } from '../en/account-actions.ts';
import { action, actionOn } from '../action.ts';

/** Actions of people on the pages of their accounts, and their results. */
export const accountActions: typeof en = {
  actions: {
    'edit-profile': action('Votre profil', 'Enregistrer', 'Votre profil a été enregistré.'),
    username: action('Choisir un nom d’utilisateur', 'Enregistrer', 'Votre nom d’utilisateur a été enregistré.'),
    picture: action(
      'Choisir une photo',
      'Enregistrer la photo',
      'Votre photo a été enregistrée.',
      'Image PNG, JPEG ou WebP de 256\u00a0Ko au plus. Le lieu, l’appareil et la date de la prise de vue sont retirés du fichier.',
    ),
    'remove-picture': action('Supprimer votre photo\u202f?', 'Supprimer la photo', 'Votre photo a été supprimée.'),
    password: action(
      'Choisir un nouveau mot de passe',
      'Enregistrer le mot de passe',
      'Votre nouveau mot de passe est actif.',
    ),
    'remove-password': action(
      'Supprimer votre mot de passe\u202f?',
      'Supprimer le mot de passe',
      'Votre mot de passe a été supprimé.',
      'Vous vous connecterez ensuite avec une clé d’accès ou avec un code. Toutes vos autres sessions seront fermées. Vous pouvez choisir un nouveau mot de passe à tout moment.',
    ),
    'add-email': action(
      'Nouvelle adresse e-mail',
      'Continuer',
      'Votre nouvelle adresse e-mail est enregistrée.',
      'Nous enverrons un code à cette adresse. Si vous en avez déjà une, elle recevra un message qui permet d’annuler la modification pendant sept jours.',
    ),
    'add-phone': action(
      'Nouveau numéro de téléphone',
      'Continuer',
      'Votre nouveau numéro de téléphone est enregistré.',
      'Nous enverrons un code par SMS à ce numéro. Si vous en avez déjà un, il recevra un message qui permet d’annuler la modification pendant sept jours.',
    ),
    'remove-email': action(
      'Supprimer votre adresse e-mail\u202f?',
      'Supprimer l’adresse e-mail',
      'Votre adresse e-mail a été supprimée.',
      'Vous ne pourrez plus l’utiliser pour vous connecter ni pour réinitialiser votre mot de passe. Elle recevra un message qui permet d’annuler la suppression pendant sept jours.',
    ),
    'remove-phone': action(
      'Supprimer votre numéro de téléphone\u202f?',
      'Supprimer le numéro de téléphone',
      'Votre numéro de téléphone a été supprimé.',
      'Vous ne pourrez plus l’utiliser pour vous connecter ni pour réinitialiser votre mot de passe. Il recevra un message qui permet d’annuler la suppression pendant sept jours.',
    ),
    'add-passkey': action('Ajouter une clé d’accès', 'Continuer', 'Votre clé d’accès a été ajoutée.'),
    'add-app': action(
      'Ajouter une application d’authentification',
      'Continuer',
      'Votre application d’authentification a été ajoutée.',
    ),
    'link-identity': actionOn((name) => `Associer ${name} ?`, 'Associer', 'Le compte est associé.'),
    'unlink-identity': actionOn(
      (name) => `Dissocier ${name} ?`,
      'Dissocier',
      'Le compte n’est plus associé.',
      'Vous ne pourrez plus vous connecter avec ce compte.',
    ),
    'rename-factor': actionOn(
      (name) => `Renommer «\u00a0${name}\u00a0»`,
      'Enregistrer le nom',
      'Le nom a été modifié.',
    ),
    'remove-factor': actionOn(
      (name) => `Supprimer «\u00a0${name}\u00a0»\u202f?`,
      'Supprimer',
      'Suppression effectuée.',
      'Vous ne pourrez plus l’utiliser pour vous connecter. Vos navigateurs de confiance demanderont à nouveau un second facteur.',
    ),
    'backup-codes': action(
      'Créer de nouveaux codes de secours\u202f?',
      'Créer les codes',
      'Vous avez de nouveaux codes de secours.',
      'Vos codes actuels ne fonctionneront plus.',
    ),
    'end-session': actionOn(
      (name) => `Fermer la session «\u00a0${name}\u00a0»\u202f?`,
      'Fermer la session',
      'La session a été fermée.',
    ),
    'end-other-sessions': action(
      'Fermer toutes les autres sessions\u202f?',
      'Fermer les autres sessions',
      'Toutes vos autres sessions sont fermées.',
      'Les applications perdent l’accès qu’elles ont par ces sessions. Votre session actuelle reste ouverte.',
    ),
    'forget-device': actionOn(
      (name) => `Oublier «\u00a0${name}\u00a0»\u202f?`,
      'Oublier',
      'Le navigateur a été oublié.',
    ),
    'revoke-consent': actionOn(
      (name) => `Révoquer l’accès accordé à ${name}\u202f?`,
      'Révoquer l’accès',
      'L’accès a été révoqué.',
      'L’application ne pourra plus rien voir ni faire en votre nom. Auprès d’autres services, un jeton qu’elle possède déjà peut encore fonctionner jusqu’à son expiration, une heure au plus.',
    ),
    'end-impersonation': actionOn(
      (name) => `Ne plus laisser ${name} agir en votre nom\u202f?`,
      'Mettre fin',
      'Cet accès a pris fin.',
    ),
    'leave-organization': actionOn(
      (name) => `Quitter ${name}\u202f?`,
      'Quitter l’organisation',
      'Vous avez quitté l’organisation.',
      'Vous perdrez les rôles que vous y avez. Pour revenir, il vous faudra une nouvelle invitation.',
    ),
    'accept-invitation': actionOn(
      (name) => `Rejoindre ${name}\u202f?`,
      'Accepter',
      'Vous êtes maintenant membre de l’organisation.',
    ),
    'decline-invitation': actionOn(
      (name) => `Refuser l’invitation à rejoindre ${name}\u202f?`,
      'Refuser',
      'L’invitation a été refusée.',
    ),
    export: action('Exporter vos données', 'Télécharger', ''),
    'delete-account': action(
      'Supprimer votre compte\u202f?',
      'Supprimer le compte',
      '',
      'Toutes vos sessions sont fermées immédiatement et plus personne ne peut se connecter à ce compte. Pendant sept jours, un lien que nous vous envoyons permet de le conserver. Ensuite, toutes ses données sont supprimées.',
    ),
  },

  notices: {
    'other-person': (name) =>
      `Vous utilisez maintenant le compte «\u00a0${name}\u00a0». Ce que vous faisiez auparavant a été abandonné.`,
    'not-confirmed': 'Sans nouvelle connexion de votre part, rien n’a été modifié.',
    'signed-in-again': 'Nouvelle connexion réussie. Vérifiez ce qui suit, puis confirmez.',
    gone: 'Cet élément n’existe plus. Il a peut-être été supprimé dans une autre fenêtre.',
  },
  notSignedIn: 'Aucune session ouverte',
  notSignedInWhy:
    'Connectez-vous pour voir votre compte. Si vous l’avez déjà fait, autorisez les cookies pour ce site.',

  problems: {
    changed: 'Votre compte a été modifié entre-temps. Vérifiez ce qui suit, puis confirmez à nouveau.',
    'too-many': 'Trop de modifications en peu de temps. Réessayez plus tard.',
    'not-allowed': 'Seule la personne qui administre le service peut faire cette modification.',
    'last-way': 'Vous n’auriez plus aucun moyen de vous connecter. Ajoutez-en d’abord un autre.',
    'last-address':
      'Vous n’auriez plus d’adresse confirmée. Ajoutez-en d’abord une, ou bien deux autres moyens de connexion.',
    'required-factor': 'Un second facteur est exigé ici. Ajoutez-en d’abord un autre.',
    'factor-not-taken': 'Ce type de second facteur n’est pas accepté ici.',
    'backup-codes-not-taken': 'Les codes de secours ne sont pas acceptés ici.',
    'no-factor':
      'Un code de secours remplace une clé d’accès ou une application d’authentification. Ajoutez d’abord l’une ou l’autre.',
    'last-administrator':
      'Vous êtes la dernière personne à administrer le service. Confiez d’abord ce rôle à quelqu’un d’autre.',
    'last-organization-administrator':
      'Vous êtes la dernière personne à administrer une organisation. Confiez d’abord ce rôle à un autre membre.',
    'wrong-confirmation': 'Ce n’est ni votre adresse, ni votre numéro, ni votre nom d’utilisateur.',
    'not-a-picture': 'Ce fichier n’est pas une image PNG, JPEG ou WebP de 256\u00a0Ko au plus.',
    'picture-too-wide':
      'L’image est trop grande. Sa largeur et sa hauteur peuvent atteindre 4\u202f096\u00a0pixels au plus.',
    required: 'Remplissez ce champ.',
    'too-long': (maximum) => `Saisissez ${maximum} caractères au plus.`,
    'wrong-website': 'Saisissez une adresse web complète, par exemple https://example.com.',
    'wrong-birthdate': 'Saisissez une date, par exemple 1990-12-31.',
    wrong: 'Vérifiez ce champ.',
  },
};
