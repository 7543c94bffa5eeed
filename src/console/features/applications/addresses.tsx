import type { ReactNode } from 'react';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';

/** The addresses to which people return, and the origins from which pages call. A service has none. */
export function Addresses(): ReactNode {
  const { id, type, isBuiltIn, redirectUris, postLogoutRedirectUris, corsOrigins } = useApplication();
  const { applications: texts, common } = useWords();
  if (type === 'MACHINE_TO_MACHINE') return null;
  const values = { redirectUris, postLogoutRedirectUris, corsOrigins };
  return (
    <section className="card padded stack tight" aria-labelledby="addresses">
      <div className="row">
        <h2 id="addresses" className="grow">
          {texts.addresses}
        </h2>
        {isBuiltIn ? null : changesOf({ applicationId: id })(common.edit, 'updateApplication', values)}
      </div>
      <Facts
        facts={[
          [texts.redirectUris, <Lines key="lines" values={redirectUris} />],
          [texts.postLogoutRedirectUris, <Lines key="lines" values={postLogoutRedirectUris} />],
          [texts.corsOrigins, <Lines key="lines" values={corsOrigins} />],
        ]}
      />
    </section>
  );
}

function Lines({ values }: { values: readonly string[] }): ReactNode {
  const { nothing } = useWords().record;
  if (values.length === 0) return nothing;
  return (
    <ul className="plain-list mono">
      {values.map((value) => (
        <li key={value}>{value}</li>
      ))}
    </ul>
  );
}
