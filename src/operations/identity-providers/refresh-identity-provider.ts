import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { conflict } from '../../domain/failure.ts';
import { changedSettings, inEvents } from '../../domain/identity-providers/provider.ts';
import { refreshedSamlSettings } from '../../domain/identity-providers/saml.ts';
import { requireValidMetadata } from '../../domain/identity-providers/saml-inputs.ts';
import { recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { withProviderDomains } from '../../store/identity-providers/parts.ts';
import { lockProvider } from '../../store/identity-providers/providers.ts';
import { identityProviderOf } from '../../store/records/shapes.ts';
import { json } from '../../store/sql/json.ts';
import { samlMetadataShape } from '../../vocabulary/identity-providers/identity-provider-shapes.ts';

export const refreshIdentityProvider = defineOperation({
  name: 'refreshIdentityProvider',
  summary:
    'Take over certificates and address from the present metadata of an identity provider. CONFLICT if it is of another entity.',
  permission: 'platform',
  record: 'identityProviderId',
  route: null,
  input: z.strictObject({
    identityProviderId: recordId('identityProvider'),
    metadataUrl: z.string().describe('Where the metadata was read.'),
    metadata: samlMetadataShape.describe('What it states.'),
  }),
  output: { identityProvider: entity('IdentityProvider', 'The updated identity provider.') },
  always: ['IdentityProvider.Data.Updated'],
  async run({ tx, emit, unchanged }, { identityProviderId: id, metadataUrl, metadata }) {
    const before = await lockProvider(tx, id);
    // Its address was changed while the metadata was read.
    if (before.protocol !== 'saml' || before.settings.metadataUrl !== metadataUrl)
      return unchanged({ identityProvider: id });
    requireValidMetadata(metadata, 'metadataUrl');
    const settings = refreshedSamlSettings(before.settings, metadata);
    if (!settings) throw conflict(`The metadata is of another entity: ${metadata.entityId}.`, 'metadata');
    const changed = changedSettings(before, { ...before, settings });
    if (!changed.length) return unchanged({ identityProvider: id });
    const identityProvider = await tx.identityProvider.update({
      where: { id },
      data: { settings: json(settings), lastError: null },
      include: withProviderDomains,
    });
    emit('IdentityProvider.Data.Updated', id, {
      identityProvider: identityProviderOf(identityProvider),
      ...changeOf(inEvents(before), changed),
    });
    return { identityProvider };
  },
});
