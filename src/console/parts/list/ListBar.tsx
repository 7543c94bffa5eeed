import { Button, Menu, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { pickerOfFilter } from '../picker/kinds.ts';
import { useIsNarrow } from '../use-is-narrow.ts';
import { ColumnsMenu } from './controls/ColumnsMenu.tsx';
import type { Filter, ListDefinition } from './definition.ts';
import { FindBox } from './controls/FindBox.tsx';
import { FilterBox, titleOf } from './controls/FilterBox.tsx';
import { ListUses } from './ListHeading.tsx';
import { SavedViews } from './controls/SavedViews.tsx';
import { SearchBox } from './controls/SearchBox.tsx';

// Only on a narrow screen.
const Dialog = lazy(async () => ({ default: (await import('../Dialog.tsx')).Dialog }));

interface Props<Row extends { id: string }> {
  list: ListDefinition<Row>;
  variables: Record<string, unknown>;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Search, filters, order, columns and views of a list. On a narrow screen all but the search is in a dialog. */
export function ListBar<Row extends { id: string }>({ list, variables, inputRef }: Props<Row>): ReactNode {
  const words = useWords();
  const isNarrow = useIsNarrow();
  const [isOpen, sheet] = useDisclosure();
  const { where = {} } = useAddress();
  const { shortcuts: Shortcuts } = list;
  const search = list.find ? (
    <FindBox find={list.find} inputRef={inputRef} />
  ) : list.isSearchable === false ? null : (
    <SearchBox inputRef={inputRef} />
  );
  if (!isNarrow) {
    return (
      <div className="row" role="search">
        {search}
        {Shortcuts ? <Shortcuts /> : null}
        <Filters list={list} />
        <span className="row at-end">
          <Shape list={list} />
        </span>
      </div>
    );
  }
  return (
    <div className="row" role="search">
      {search}
      <Button variant="default" onClick={sheet.open}>
        {words.list.filters(Object.keys(where).length)}
      </Button>
      <ListUses list={list} variables={variables} />
      {Shortcuts ? <Shortcuts /> : null}
      <Suspense>
        {isOpen ? (
          <Dialog title={words.list.filters(0)} close={sheet.close}>
            <div className="stack sheet" role="search">
              <Filters list={list} isComplete />
              <Shape list={list} />
              <Button onClick={sheet.close}>{words.list.show}</Button>
            </div>
          </Dialog>
        ) : null}
      </Suspense>
    </div>
  );
}

/** Order, columns and views. */
function Shape<Row extends { id: string }>({ list }: { list: ListDefinition<Row> }): ReactNode {
  const words = useWords();
  const address = useAddress();
  const setAddress = useSetAddress();
  const orders = list.orders.flatMap(({ field, title }) => [
    { value: `-${field}`, label: `${title(words)} ↓` },
    { value: field, label: `${title(words)} ↑` },
  ]);
  return (
    <>
      {orders.length === 0 ? null : (
        <NativeSelect
          aria-label={words.list.order}
          data={orders}
          value={address.order ?? list.order}
          onChange={({ currentTarget }) =>
            setAddress({ order: currentTarget.value, after: undefined, before: undefined })
          }
        />
      )}
      <ColumnsMenu columns={list.columns} />
      <SavedViews />
    </>
  );
}

/** The filters; extra ones once they are added or have a value. */
function Filters<Row extends { id: string }>({
  list,
  isComplete = false,
}: {
  list: ListDefinition<Row>;
  isComplete?: boolean;
}): ReactNode {
  const words = useWords();
  const may = useMay();
  const { where, q } = useAddress();
  const setAddress = useSetAddress();
  const [added, setAdded] = useState<readonly string[]>([]);
  // A condition on a record requires that it may be read.
  const possible = list.filters.filter(
    ({ key, input }) => input !== 'record' || may(pickerOfFilter(key)?.permission ?? null),
  );
  const isShown = ({ key, isExtra }: Filter): boolean =>
    isComplete || !isExtra || added.includes(key) || where?.[key] !== undefined;
  const others = possible.filter((filter) => !isShown(filter));
  const clear = (): void => {
    setAdded([]);
    setAddress({ where: undefined, q: undefined, after: undefined, before: undefined });
  };
  return (
    <>
      {possible.filter(isShown).map((filter) => (
        <FilterBox key={filter.key} filter={filter} />
      ))}
      {others.length > 0 ? (
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <Button variant="subtle">+ {words.list.addFilter}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((filter) => (
              <Menu.Item key={filter.key} onClick={() => setAdded([...added, filter.key])}>
                {titleOf(filter, words)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {where || q ? (
        <Button variant="subtle" onClick={clear}>
          {words.list.clear}
        </Button>
      ) : null}
    </>
  );
}
