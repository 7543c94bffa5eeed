import { Button, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../../words/index.ts';
import type { ListDefinition } from '../definition.ts';
import { routeOf } from '../request.ts';

interface Props<Row extends { id: string }> {
  list: ListDefinition<Row>;
  variables: Record<string, unknown>;
}

/** Milliseconds for which the button shows that it has copied. */
const shown = 1600;

/** Copies what is seen: as a GraphQL document, as a command, as a REST request, or as a link. Never with a token. */
export function CopyMenu<Row extends { id: string }>({ list, variables }: Props<Row>): ReactNode {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  const { filter } = variables as { filter: Record<string, unknown> };
  const hasRoute = routeOf(list, filter) !== null;
  const copy = async (form: 'graphql' | 'curl' | 'rest' | 'link'): Promise<void> => {
    const { listAsCode } = await import('../list-as-code.ts');
    const code = listAsCode(list, variables);
    await navigator.clipboard.writeText(form === 'link' ? location.href : (code[form] ?? ''));
    setCopied(true);
    setTimeout(() => setCopied(false), shown);
  };
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" aria-live="polite">
          {isCopied ? words.copy.copied : words.list.copyAs}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copy('graphql')}>{words.change.graphql}</Menu.Item>
        <Menu.Item onClick={() => void copy('curl')}>{words.change.curl}</Menu.Item>
        {hasRoute ? <Menu.Item onClick={() => void copy('rest')}>{words.change.rest}</Menu.Item> : null}
        <Menu.Item onClick={() => void copy('link')}>{words.list.link}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
