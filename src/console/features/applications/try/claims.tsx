import type { ReactNode } from 'react';
import type { Claims } from '../../../data/token-endpoint.ts';
import { When } from '../../../parts/marks.tsx';
import { useWords } from '../../../words/index.ts';
import { useTexts } from './use-texts.ts';

/** Claims with a time in seconds since 1970. */
const times: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'auth_time', 'updated_at']);

/** Claims, each with its value and what it means. */
export function ClaimsTable({ title, claims }: { title: string; claims: Claims }): ReactNode {
  const texts = useTexts();
  const meanings: Readonly<Record<string, string>> = texts.claims;
  return (
    <section className="stack tight">
      <h3>{title}</h3>
      <dl className="claims">
        {Object.entries(claims).map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <Value name={name} value={value} />
            </dd>
            <dd className="soft">{meanings[name] ?? texts.otherClaim}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  const { nothing } = useWords().record;
  if (times.has(name) && typeof value === 'number')
    return (
      <>
        <code>{value}</code>{' '}
        <span className="soft">
          <When at={new Date(value * 1000).toISOString()} />
        </span>
      </>
    );
  return <code>{typeof value === 'string' ? value || nothing : JSON.stringify(value)}</code>;
}
