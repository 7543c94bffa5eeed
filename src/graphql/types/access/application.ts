import { isBuiltInApplication } from '../../../vocabulary/built-in-applications.ts';
import {
  type ApplicationKind,
  applicationSecretShape,
  applicationShape,
  type ApplicationType,
  type GrantType as TypeOfGrant,
} from '../../../vocabulary/resources.ts';
import { brandingOf } from '../../../domain/branding/branding.ts';
import { isSuspended } from '../../../domain/oauth/application.ts';
import { usableGrantTypes } from '../../../domain/oauth/grant-types.ts';
import { applications } from '../../../reads/lists/applications.ts';
import { heldRoles } from '../../../store/records/role-holders.ts';
import { requires, requiresEverywhere, ofMember, readableWith, readableWithin } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { addRelatedList } from '../../schema/related-lists.ts';
import { describedBy, exposeShape } from '../../schema/shapes.ts';
import { Role } from './role.ts';
import { Named, Node } from '../node.ts';
import { Branding, previewArguments, previewOf } from '../sign-in-preview.ts';

textEnum<ApplicationType>('ApplicationType', 'Type of an OAuth client.', {
  MACHINE_TO_MACHINE: 'A service that acts on its own behalf. Confidential client.',
  TRADITIONAL_WEB: 'A web application with a server. Confidential client.',
  SINGLE_PAGE: 'An application that runs in the browser. Public client.',
  NATIVE: 'A mobile or desktop application. Public client.',
});

textEnum<ApplicationKind>('ApplicationKind', 'What the application is: a service or an AI agent.', {
  SERVICE: 'A program whose code decides what it does, such as a backend, a website or an app.',
  AGENT:
    'A program in which an AI model decides what to do. It needs an owner, and tokens that it exchanges name it as an agent.',
});

const GrantType = textEnum<TypeOfGrant>('GrantType', 'A grant by which an application obtains tokens.', {
  AUTHORIZATION_CODE: '`authorization_code`: people sign in to it (RFC 6749 §4.1).',
  REFRESH_TOKEN: '`refresh_token`: it obtains tokens while people are away (RFC 6749 §6).',
  CLIENT_CREDENTIALS: '`client_credentials`: it acts on its own behalf (RFC 6749 §4.4).',
});

builder.prismaObject('ApplicationSecret', {
  interfaces: [Node],
  select: { id: true },
  description:
    'A secret of an application. Its value is returned once, at creation. Requires the permission applications:read.',
  authScopes: readableWith('applications:read'),
  fields: (t) => ({
    ...exposeShape(t, applicationSecretShape),
    application: t.relation('application', {
      ...requiresEverywhere('applications:read'),
      description: 'Application of the secret.',
    }),
  }),
});

const columns = { id: true, ownerId: true } as const;
export const Application = builder.prismaObject('Application', {
  interfaces: [Node, Named],
  select: columns,
  description: 'An OAuth client. Its id is the `client_id`. Requires the permission applications:read.',
  authScopes: readableWithin('applications:read', ofMember('application')),
  fields: (t) => ({
    ...exposeShape(t, applicationShape, columns),
    grantTypes: t.field({
      type: [GrantType],
      ...describedBy(applicationShape.shape.grantTypes),
      select: { type: true, grantTypes: true },
      resolve: (application) => usableGrantTypes(application),
    }),
    branding: t.field({
      type: Branding,
      ...describedBy(applicationShape.shape.branding),
      select: { branding: true },
      resolve: (application) => brandingOf(application),
    }),
    preview: t.string({
      select: { id: true, name: true, isThirdParty: true, logoUri: true, branding: true },
      description:
        'The first page that people see when they sign in to the application, as an HTML document for looking at it, like that of the sign-in experience. In a dry run of `updateApplication` it has the new branding.',
      args: previewArguments,
      resolve: (application, args, context) =>
        previewOf(context, {
          experience: undefined,
          application: { ...application, branding: brandingOf(application) },
          ...args,
        }),
    }),
    isBuiltIn: t.boolean({
      ...describedBy(applicationShape.shape.isBuiltIn),
      resolve: ({ id }) => isBuiltInApplication(id),
    }),
    isSuspended: t.boolean({
      ...describedBy(applicationShape.shape.isSuspended),
      select: { suspendedAt: true, expiresAt: true },
      resolve: (application, _args, { clock }) => isSuspended(application, clock.now()),
    }),
    secrets: t.relation('secrets', {
      ...requiresEverywhere('applications:read'),
      query: { orderBy: { id: 'asc' } },
      description: 'Secrets of the application, without their values, sorted by creation time.',
    }),
    roles: t.field({
      type: [Role],
      ...requires('roles:read'),
      description: 'Roles, sorted by creation time. `client_credentials` grants their scopes.',
      select: (_args, _context, role) => ({ roles: { ...heldRoles, select: { role: role() } } }),
      resolve: ({ roles }) => roles.map(({ role }) => role),
    }),
  }),
});

addRelatedList(Role, {
  field: 'applications',
  relation: 'applications',
  list: applications,
  table: 'application_roles',
  owner: 'roleId',
  through: { model: 'applicationRole', relation: 'application', key: 'applicationId' },
  access: requires('applications:read'),
  description: 'Applications with this role.',
});
