/** A column whose values the secret box has encrypted. */
export interface SealedColumn {
  /** Its content, as a plural. */
  content: string;
  table: string;
  column: string;
  /** The columns of the primary key, which are text. */
  key: readonly string[];
  /** When the values end by themselves; otherwise someone has to replace them. */
  ends?: string;
}

/** Every column that the secret box encrypts. `test/store/sealed/columns.test.ts` compares them with the database. */
export const sealedColumns: readonly SealedColumn[] = [
  { content: 'signing keys', table: 'signing_keys', column: 'encrypted_key', key: ['id'] },
  { content: 'secrets of webhooks', table: 'webhook_secrets', column: 'encrypted_secret', key: ['id'] },
  { content: 'headers of webhooks', table: 'webhooks', column: 'encrypted_headers', key: ['id'] },
  { content: 'secrets of connectors', table: 'connectors', column: 'encrypted_secrets', key: ['id'] },
  { content: 'secrets of identity providers', table: 'identity_providers', column: 'encrypted_secrets', key: ['id'] },
  { content: 'authenticator apps and backup codes', table: 'factors', column: 'encrypted_secret', key: ['id'] },
  {
    content: 'addresses of sessions',
    table: 'oidc_records',
    column: 'encrypted_address',
    key: ['model', 'key'],
    ends: 'replaced when the browser returns',
  },
  {
    content: 'addresses of sign-ins',
    table: 'flows',
    column: 'encrypted_address',
    key: ['id'],
    ends: 'removed after 30 days',
  },
  { content: 'inputs of sign-ins', table: 'flows', column: 'inputs', key: ['id'], ends: 'end within an hour' },
  {
    content: 'changes that can be taken back',
    table: 'account_undos',
    column: 'encrypted_before',
    key: ['id'],
    ends: 'end within 7 days',
  },
  {
    content: 'requests to identity providers',
    table: 'challenges',
    column: 'sealed',
    key: ['id'],
    ends: 'end within 10 minutes',
  },
  {
    content: 'identities that have returned',
    table: 'challenges',
    column: 'answer',
    key: ['id'],
    ends: 'end within 10 minutes',
  },
  {
    content: 'requests of trial sign-ins',
    table: 'identity_provider_trials',
    column: 'sealed',
    key: ['id'],
    ends: 'end within an hour',
  },
  {
    content: 'results of trial sign-ins',
    table: 'identity_provider_trials',
    column: 'result',
    key: ['id'],
    ends: 'end within an hour',
  },
  {
    content: 'requests of trial sign-ins to applications',
    table: 'sign_in_trials',
    column: 'sealed',
    key: ['id'],
    ends: 'end within 10 minutes',
  },
  {
    content: 'results of trial sign-ins to applications',
    table: 'sign_in_trials',
    column: 'result',
    key: ['id'],
    ends: 'end within 10 minutes',
  },
  {
    content: 'messages to send',
    table: 'messages',
    column: 'encrypted_parameters',
    key: ['id'],
    ends: 'not sent; they expire',
  },
  {
    content: 'messages in the inbox',
    table: 'inbox_messages',
    column: 'encrypted_content',
    key: ['id'],
    ends: 'replaced by later ones',
  },
  {
    content: 'results of idempotency keys',
    table: 'idempotency_keys',
    column: 'response',
    key: ['actor_id', 'key_hash'],
    ends: 'end within 24 hours',
  },
];
