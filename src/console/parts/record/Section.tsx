import type { ReactNode } from 'react';

/** A titled list on a page. `empty` is the sentence for an empty list; many short items are in columns. */
export const Section = ({
  title,
  action,
  empty,
  isMany = false,
  children,
}: {
  title: string;
  action?: ReactNode;
  empty?: string | false | undefined;
  isMany?: boolean;
  children?: ReactNode;
}): ReactNode => (
  <section className={`card padded stack tight ${isMany ? 'many' : ''}`}>
    <div className="row">
      <h2 className="grow">{title}</h2>
      {action}
    </div>
    {empty ? <p className="soft">{empty}</p> : null}
    <ul className="plain-list stack tight">{children}</ul>
  </section>
);
