import type { ReactNode } from 'react';
import type { Claims as TokenClaims } from '../../../data/token-endpoint.ts';
import { Claims } from '../../../parts/code/Claims.tsx';
import { When } from '../../../parts/marks.tsx';
import { useWords } from '../../../words/index.ts';
import { useTexts } from './use-texts.ts';

/** Claims with a time in seconds since 1970. */
const times: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'auth_time', 'updated_at']);

/** Claims, each with its value and what it means. */
export function ClaimsTable({ title, claims }: { title: string; claims: TokenClaims }): ReactNode {
  const texts = useTexts();
  const meanings: Readonly<Record<string, string>> = texts.claims;
  return (
    <section className="stack tight">
      <h3>{title}</h3>
      <Claims
        claims={Object.entries(claims).map(([name, value]) => ({
          name,
          value: <Value name={name} value={value} />,
          meaning: meanings[name] ?? texts.otherClaim,
        }))}
      />
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
