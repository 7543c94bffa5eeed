/** The channels of messages to people. */
export const messageChannels = ['email', 'sms'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** States of a message. All except "pending" are final. */
export const messageStates = ['pending', 'sent', 'failed', 'expired', 'withheld'] as const;
export type MessageState = (typeof messageStates)[number];

/** The application for which a message was requested: its name is in it, and its brand. */
interface ForApplication {
  applicationId?: string | undefined;
  applicationName?: string | undefined;
}

/** Parameters of a message with a code. The facts of a notice, so that its recipient can compare the request. */
export interface CodeParameters extends ForApplication, Partial<NoticeParameters> {
  code: string;
  /** Absolute URL that does the same as typing the code. */
  link?: string | undefined;
  /** Minutes for which the code is valid. */
  minutes: number;
}

/** Parameters of a notice about an account. */
export interface NoticeParameters {
  /** In the form of RFC 3339. */
  time: string;
  /** IP address of the request. */
  place?: string | undefined;
  /** For example "Firefox, Windows". */
  device?: string | undefined;
}

/** Parameters of a notice with a link that takes the change back. */
interface UndoParameters extends NoticeParameters {
  link: string;
  /** Time of expiry in the form of RFC 3339. */
  until: string;
}

/** The change of an account that a notice is about. */
export type AccountChange =
  | 'address-added'
  | 'address-removed'
  | 'factor-added'
  | 'factor-removed'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'codes-renewed'
  | 'username-changed'
  | 'password-removed';

/**
 * The templates and their parameters. A message contains no text of the person who requests it, except the names that
 * are listed here: anyone can request a message to anyone.
 */
export interface MessageParameters {
  'sign-in-code': CodeParameters;
  'sign-up-code': CodeParameters;
  'reset-code': CodeParameters;
  'link-address-code': CodeParameters;
  'no-account': ForApplication;
  'account-locked': NoticeParameters;
  'too-many-codes': NoticeParameters;
  'password-changed': NoticeParameters;
  'factors-removed': NoticeParameters;
  'address-changed': UndoParameters;
  'account-deletion': UndoParameters;
  'account-changed': NoticeParameters & { change: AccountChange };
  impersonated: Omit<NoticeParameters, 'place' | 'device'> & {
    /** The administrator; undefined without a name. */
    administratorName?: string | undefined;
    applicationName: string;
    /** When it ends at the latest, in the form of RFC 3339. */
    until: string;
  };
  'organization-invitation': {
    organizationName: string;
    link: string;
    /** Days for which the invitation is valid. */
    days: number;
    inviterName?: string | undefined;
  };
  'one-time-link': {
    link: string;
    /** Time of expiry in the form of RFC 3339. */
    until: string;
  };
  'connector-test': { time: string };
}

export type MessageTemplate = keyof MessageParameters;

type ParametersOf<Template extends MessageTemplate> = Template extends MessageTemplate
  ? keyof MessageParameters[Template]
  : never;
export type MessageParameter = ParametersOf<MessageTemplate>;

/**
 * The author of a parameter. `people`: it is free text, of which a message has one bounded line without links.
 * `request`: it comes with a request, and is one bounded line. `platform`: it is as the platform made it.
 */
export const messageParameterSources: Readonly<Record<MessageParameter, 'people' | 'request' | 'platform'>> = {
  applicationId: 'platform',
  applicationName: 'people',
  organizationName: 'people',
  inviterName: 'people',
  administratorName: 'people',
  place: 'request',
  device: 'request',
  code: 'platform',
  link: 'platform',
  minutes: 'platform',
  days: 'platform',
  time: 'platform',
  until: 'platform',
  change: 'platform',
};

/** The purpose of each template. */
export const messageTemplates = {
  'sign-in-code': 'A code to sign in.',
  'sign-up-code': 'A code to create an account.',
  'reset-code': 'A code to set a new password.',
  'link-address-code': 'A code to add an address to an account.',
  'no-account': 'There is no account with the address.',
  'account-locked': 'The account is locked after failed attempts.',
  'too-many-codes': 'No more codes are sent for now, because too many were requested.',
  'password-changed': 'The password was changed.',
  'factors-removed': 'The factors were removed.',
  'address-changed': 'An address of the account was replaced or removed, with a link that takes it back.',
  'account-deletion': 'The account is to be deleted, with a link that keeps it.',
  'account-changed': 'What a person signs in with was changed.',
  impersonated: 'An administrator acts as the person.',
  'organization-invitation': 'An invitation to an organization.',
  'one-time-link': 'A link to sign in, sent by an administrator.',
  'connector-test': 'A test of a connector.',
} as const satisfies Record<MessageTemplate, string>;
export const messageTemplateNames = Object.keys(messageTemplates) as MessageTemplate[];

/** A template with its parameters. */
export type MessageContent = {
  [Template in MessageTemplate]: { template: Template; parameters: MessageParameters[Template] };
}[MessageTemplate];
