import type { ReactNode } from 'react';
import { useViewer } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { entityIdOf, returnAddressOf } from '../../parts/identity-providers/presets.ts';
import { Copy, When } from '../../parts/marks.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { type IdentityProvider, useIdentityProvider } from './identity-provider.ts';
import type { Texts } from './page-texts/en.ts';
import { usePageTexts } from './use-page-texts.ts';

type Fact = readonly [name: string, value: ReactNode];

/** The facts that differ by protocol: the settings, and the addresses of the platform that a provider has to know. */
interface Protocol {
  /** The field of the settings, in the record and in the form. */
  field: 'oidc' | 'oauth2' | 'saml';
  facts: (provider: IdentityProvider, words: Words, texts: Texts) => readonly Fact[];
  addresses: (provider: IdentityProvider, issuer: string, texts: Texts) => readonly (readonly [string, string])[];
}

const mono = (value: string): ReactNode => <code key={value}>{value}</code>;

const returnAddress: Protocol['addresses'] = ({ id }, issuer, texts) => [
  [texts.returnAddress, returnAddressOf(issuer, id)],
];

const protocols: Readonly<Record<IdentityProvider['protocol'], Protocol>> = {
  OIDC: {
    field: 'oidc',
    facts: ({ oidc }, words, texts) => (oidc ? oidcFacts(oidc, words, texts) : []),
    addresses: returnAddress,
  },
  OAUTH2: {
    field: 'oauth2',
    facts: ({ oauth2 }, words, texts) => (oauth2 ? oauth2Facts(oauth2, words, texts) : []),
    addresses: returnAddress,
  },
  SAML: {
    field: 'saml',
    facts: ({ saml }, words, texts) => (saml ? samlFacts(saml, words, texts) : []),
    addresses: ({ id }, issuer, texts) => [
      [texts.ourEntityId, entityIdOf(issuer, id)],
      [texts.acsUrl, returnAddressOf(issuer, id)],
    ],
  },
};

type Client = Pick<NonNullable<IdentityProvider['oidc']>, 'clientId' | 'scopes' | 'authentication'>;

const clientFacts = ({ clientId, scopes, authentication }: Client, words: Words, texts: Texts): Fact[] => [
  [words.label('clientId'), mono(clientId)],
  [texts.scopes, scopes.join(' ') || words.record.nothing],
  [texts.authentication, words.label(authentication)],
];

function oidcFacts(oidc: NonNullable<IdentityProvider['oidc']>, words: Words, texts: Texts): Fact[] {
  const { issuer, tenant, apple } = oidc;
  return [
    [texts.issuer, mono(issuer)],
    ...(tenant === null ? [] : [[texts.tenant, mono(tenant)] as const]),
    ...clientFacts(oidc, words, texts),
    ...(apple === null ? [] : [[texts.appleKey, mono(`${apple.teamId} · ${apple.keyId}`)] as const]),
    [texts.subject, mono('sub')],
  ];
}

function oauth2Facts(oauth2: NonNullable<IdentityProvider['oauth2']>, words: Words, texts: Texts): Fact[] {
  const endpoints = ['authorizationEndpoint', 'tokenEndpoint', 'userinfoEndpoint', 'emailsEndpoint'] as const;
  return [
    ...endpoints.flatMap((name) => {
      const address = oauth2[name];
      return address === null ? [] : [[words.label(name), mono(address)] as const];
    }),
    ...clientFacts(oauth2, words, texts),
    [texts.subject, mono(oauth2.subjectClaim)],
  ];
}

function samlFacts(saml: NonNullable<IdentityProvider['saml']>, words: Words, texts: Texts): Fact[] {
  const { record } = words;
  const { metadataUrl, entityId, singleSignOnUrl, certificates, signsRequests, signingCertificate } = saml;
  const until = (at: string) => (
    <span key={at}>
      {texts.validUntil} <When at={at} />
    </span>
  );
  return [
    [words.label('metadataUrl'), metadataUrl === null ? texts.pasted : mono(metadataUrl)],
    [words.label('entityId'), mono(entityId)],
    [words.label('singleSignOnUrl'), mono(singleSignOnUrl)],
    ...certificates.map(({ expiresAt }, index): Fact => [texts.certificate(index + 1), until(expiresAt)]),
    [words.label('signsRequests'), signsRequests ? texts.signed : texts.notSigned],
    ...(signingCertificate ? [[texts.signingCertificate, until(signingCertificate.expiresAt)] as const] : []),
    [texts.subject, saml.subjectAttribute === null ? texts.nameId : mono(saml.subjectAttribute)],
    ...(certificates.length === 0 ? [[texts.certificate(1), record.nothing] as const] : []),
  ];
}

/** By what the provider knows the platform: a client id; by SAML its own addresses. */
export const clientIdOf = ({ oidc, oauth2 }: IdentityProvider): string | null => (oidc ?? oauth2)?.clientId ?? null;

/** The settings of its protocol. */
export function ProtocolSettings(): ReactNode {
  const provider = useIdentityProvider();
  const words = useWords();
  const texts = usePageTexts();
  const { field, facts } = protocols[provider.protocol];
  return (
    <section className="card padded stack tight">
      <div className="row">
        <h2 className="grow">
          {texts.client} · {words.label(provider.protocol)}
        </h2>
        {changesOf({ identityProviderId: provider.id })(words.common.edit, 'updateIdentityProvider', {
          [field]: provider[field],
        })}
      </div>
      <Facts facts={facts(provider, words, texts)} />
    </section>
  );
}

/** The addresses of the platform that are registered at the provider. */
export function Addresses(): ReactNode {
  const provider = useIdentityProvider();
  const { issuer } = useViewer();
  const texts = usePageTexts();
  const addresses = protocols[provider.protocol].addresses(provider, issuer, texts);
  return (
    <section className="card padded stack tight">
      <h2>{texts.addresses}</h2>
      <Facts
        facts={addresses.map(([name, address]) => [
          name,
          <span key={name} className="row tight inline unwrapped">
            <code>{address}</code>
            <Copy text={address} label={texts.copyAddress} />
          </span>,
        ])}
      />
    </section>
  );
}
