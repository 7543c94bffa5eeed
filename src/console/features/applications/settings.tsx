import type { ReactNode } from 'react';
import { useMay } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { useWords } from '../../words/index.ts';
import { AccountApi } from './account-api.tsx';
import { useApplication } from './application.ts';
import { TokenExchange } from './token-exchange.tsx';

/** The tab of what an application may do: its addresses, token exchange, and how it ends. */
export const ApplicationSettings = (): ReactNode => (
  <>
    <Addresses />
    <TokenExchange />
    <AccountApi />
    <Danger />
  </>
);

function Addresses(): ReactNode {
  const { id, type, redirectUris, postLogoutRedirectUris, corsOrigins } = useApplication();
  const words = useWords();
  const { applications: texts } = words;
  if (type === 'MACHINE_TO_MACHINE') return null;
  return (
    <section className="card padded stack tight">
      <div className="row">
        <h2 className="grow">{texts.addresses}</h2>
        {changesOf({ applicationId: id })(words.common.edit, 'updateApplication')}
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

/** The actions that take the application out of use. */
function Danger(): ReactNode {
  const { id, isSuspended, isBuiltIn } = useApplication();
  const { applications: texts, common } = useWords();
  const may = useMay();
  const button = changesOf({ applicationId: id });
  if (isBuiltIn || !may('applications:write')) return null;
  return (
    <section className="card padded stack tight">
      <h2>{texts.danger}</h2>
      <div className="row">
        <p className="grow soft">{isSuspended ? texts.isSuspended : texts.wouldSuspend}</p>
        {button(isSuspended ? common.reactivate : common.suspend, 'setApplicationSuspended', {
          isSuspended: !isSuspended,
        })}
      </div>
      <div className="row">
        <p className="grow soft">{texts.wouldDelete}</p>
        {button(common.delete, 'deleteApplication')}
      </div>
    </section>
  );
}
