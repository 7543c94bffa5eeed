import type { ReactNode } from 'react';

/** A titled list on the page of a record. `empty` is the sentence for an empty list. */
export const Section = ({
  title,
  action,
  empty,
  children,
}: {
  title: string;
  action?: ReactNode;
  empty?: string | false | undefined;
  children?: ReactNode;
}): ReactNode => (
  <section className="card padded stack tight">
    <div className="row">
      <h2 className="grow">{title}</h2>
      {action}
    </div>
    {empty ? <p className="soft">{empty}</p> : null}
    <ul className="plain-list stack tight">{children}</ul>
  </section>
);
