import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../src/platform/clock.ts';
import { escapeText, requestIn, sign, type SamlStatement, writeResponse } from './saml.ts';
import { ofProvider } from './saml-keys.ts';
import { startServer, type UpstreamServer } from './server.ts';

type Key = typeof ofProvider;

/** A person who signs in at a provider. */
interface SamlPerson {
  nameId: string;
  nameIdFormat?: string;
  attributes?: SamlStatement['attributes'];
  authnContext?: string;
}

/** A document that a provider posts instead of its signed response. */
type SamlLie = (statement: SamlStatement) => string;

/** An identity provider by SAML on loopback, which can lie. */
export interface SamlUpstream extends UpstreamServer {
  entityId: string;
  metadataUrl: string;
  singleSignOnUrl: string;
  /** The person who signs in next. */
  person: SamlPerson;
  /** Addresses at which people have arrived. */
  requests: URL[];
  /** Posts another document from now on; null: no longer. */
  lie(lie: SamlLie | null): void;
  /** The person, or the provider, refuses from now on, with a status; null: no longer. */
  refuse(status: string | null): void;
  /** Signs with other keys, which the metadata has. The first one signs. */
  setKeys(...keys: [Key, ...Key[]]): void;
  /** Sets what the metadata states besides. */
  announce(metadata: { entityId?: string; wantsSignedRequests?: boolean }): void;
}

/** By default its clock is that of the machine. */
export async function startSamlUpstream({ clock }: { clock?: Clock } = {}): Promise<SamlUpstream> {
  const state = {
    lie: null as SamlLie | null,
    status: null as string | null,
    keys: [ofProvider] as [Key, ...Key[]],
    announced: {} as { entityId?: string; wantsSignedRequests?: boolean },
  };
  const requests: URL[] = [];
  const upstream = {
    entityId: '',
    metadataUrl: '',
    singleSignOnUrl: '',
    person: { nameId: 'ada-1' } as SamlPerson,
    requests,
    lie: (lie: SamlLie | null) => void (state.lie = lie),
    refuse: (status: string | null) => void (state.status = status),
    setKeys: (...keys: [Key, ...Key[]]) => void (state.keys = keys),
    announce: (metadata: typeof state.announced) => void (state.announced = metadata),
  };
  const documentFor = (request: string): string => {
    const { nameId, nameIdFormat, attributes, authnContext } = upstream.person;
    const statement: SamlStatement = {
      requestId: attributeIn(request, 'ID'),
      now: clock?.now() ?? new Date(),
      issuer: upstream.entityId,
      recipient: attributeIn(request, 'AssertionConsumerServiceURL'),
      audience: /Issuer[^>]*>([^<]+)</.exec(request)?.[1] ?? '',
      nameId,
      ...(nameIdFormat !== undefined && { nameIdFormat }),
      ...(attributes && { attributes }),
      ...(authnContext !== undefined && { authnContext }),
      ...(state.status !== null && { status: state.status }),
    };
    return state.lie?.(statement) ?? sign(writeResponse(statement), { key: state.keys[0] });
  };
  const server = await startServer((origin) => {
    Object.assign(upstream, {
      entityId: `${origin}/saml`,
      metadataUrl: `${origin}/metadata?app=a`,
      singleSignOnUrl: `${origin}/sign-in?tenant=a`,
    });
    return ({ url: target }, response) => {
      const url = new URL(target ?? '/', origin);
      if (url.pathname === '/metadata') return sendMetadata(response, metadataOf(upstream, state));
      return sendForm(response, { url, requests, documentFor });
    };
  });
  return Object.assign(upstream, server);
}

const attributeIn = (document: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(document)?.[1]?.replaceAll('&amp;', '&') ?? '';

function metadataOf(
  { entityId, singleSignOnUrl }: Pick<SamlUpstream, 'entityId' | 'singleSignOnUrl'>,
  { keys, announced }: { keys: readonly Key[]; announced: { entityId?: string; wantsSignedRequests?: boolean } },
): string {
  const descriptors = keys.map(({ certificate }) => {
    const content = certificate.replaceAll(/-----[A-Z ]+-----/g, '');
    return `<KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${content}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
  });
  const wants = announced.wantsSignedRequests ? ' WantAuthnRequestsSigned="true"' : '';
  return [
    '<?xml version="1.0"?>',
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${announced.entityId ?? entityId}">`,
    `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"${wants}>${descriptors.join('')}`,
    `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${escapeText(singleSignOnUrl)}"/>`,
    '</IDPSSODescriptor></EntityDescriptor>',
  ].join('');
}

const sendMetadata = (response: ServerResponse, document: string): void =>
  void response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(document);

interface SignIn {
  url: URL;
  requests: URL[];
  documentFor(request: string): string;
}

/** The page whose form the browser posts to us. */
function sendForm(response: ServerResponse, { url, requests, documentFor }: SignIn): void {
  if (!url.searchParams.has('SAMLRequest')) return void response.writeHead(400).end();
  requests.push(url);
  const request = requestIn(url.href);
  const fields = {
    SAMLResponse: Buffer.from(documentFor(request)).toString('base64'),
    RelayState: url.searchParams.get('RelayState') ?? '',
  };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeText(value)}">`,
  );
  const action = escapeText(attributeIn(request, 'AssertionConsumerServiceURL'));
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<form method="post" action="${action}">${inputs.join('')}</form>`);
}
