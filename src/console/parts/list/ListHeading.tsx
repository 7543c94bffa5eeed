import { Button } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { useOpenChange } from '../../data/use-address.ts';
import { useMayRun } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { ChangeButton } from '../ChangeButton.tsx';
import { PageHeading } from '../PageHeading.tsx';
import { TabbedId } from '../record/record-context.ts';
import { useIsNarrow } from '../use-is-narrow.ts';
import { CopyMenu } from './controls/CopyMenu.tsx';
import { Count } from './Count.tsx';
import type { ListDefinition } from './definition.ts';
import { Exporting } from './controls/Exporting.tsx';

interface Props<Row extends { id: string }> {
  list: ListDefinition<Row>;
  variables: Record<string, unknown>;
}

/** The title of a list with the number of its records, and what can be done with all of them. */
export function ListHeading<Row extends { id: string }>({
  list,
  variables,
  reads,
}: Props<Row> & { reads: number }): ReactNode {
  const words = useWords();
  const isNarrow = useIsNarrow();
  const { create } = list;
  const isPage = useContext(TabbedId) === null;
  const title = list.title(words);
  const count = (
    <Count
      key={JSON.stringify([variables['filter'], variables['search']])}
      document={list.count}
      variables={variables}
      reads={reads}
    />
  );
  return (
    <header className="row">
      {isPage ? (
        <PageHeading title={title} grows>
          {title} {count}
        </PageHeading>
      ) : (
        <h2 className="grow">
          {title} {count}
        </h2>
      )}
      {isNarrow ? null : <ListUses list={list} variables={variables} />}
      {create ? (
        <ChangeButton operation={create.operation} input={create.input ?? {}} variant="filled">
          {create.title(words)}
        </ChangeButton>
      ) : null}
    </header>
  );
}

/** Uses of what is seen elsewhere: as code, and as a file. And the other way: records from a file. */
export function ListUses<Row extends { id: string }>({ list, variables }: Props<Row>): ReactNode {
  const words = useWords();
  const openChange = useOpenChange();
  const mayRun = useMayRun();
  const { imports } = list;
  return (
    <>
      <CopyMenu list={list} variables={variables} />
      {list.isNotExported ? null : <Exporting list={list} variables={variables} />}
      {imports && mayRun(imports.operation) ? (
        <Button variant="default" onClick={() => openChange(imports.name)}>
          {imports.title(words)}
        </Button>
      ) : null}
    </>
  );
}
