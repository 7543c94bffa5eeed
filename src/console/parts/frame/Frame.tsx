import { AppShell } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useAddress } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import { useKeys } from '../keys.ts';
import { Ended } from './Ended.tsx';
import { Header } from './Header.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { Navigation } from './Navigation.tsx';
import { useGoTo } from './use-go-to.ts';

const ChangeDialog = lazy(() => import('../change/ChangeDialog.tsx'));
const Palette = lazy(() => import('./Palette.tsx'));

/** Header, navigation, the page, and what can open above it. */
export function Frame(): ReactNode {
  const words = useWords();
  const address = useAddress();
  const { pathname } = useLocation();
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const [isMenuOpen, menu] = useDisclosure();
  const [isPaletteOpen, palette] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  useGoTo();
  useKeys([['?', words.keys.help, help.open]]);
  useShortcut('k', palette.open);
  useEffect(() => menu.close(), [pathname, menu.close]);
  return (
    <AppShell
      header={{ height: 46 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
      padding="lg"
      transitionDuration={0}
    >
      <AppShell.Header bg="var(--card)">
        <Header isMenuOpen={isMenuOpen} toggleMenu={menu.toggle} openPalette={palette.open} openHelp={help.open} />
      </AppShell.Header>
      <AppShell.Navbar p="xs" bg="var(--card)" aria-label={words.shell.menu}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" data-path={shown}>
        <Outlet />
      </AppShell.Main>
      <Suspense>
        {address.do ? (
          <ChangeDialog
            key={address.do + JSON.stringify(address.with)}
            operation={address.do}
            input={address.with ?? {}}
          />
        ) : null}
        {isPaletteOpen ? <Palette close={palette.close} /> : null}
      </Suspense>
      {isHelpOpen ? <KeysHelp close={help.close} /> : null}
      <Ended />
    </AppShell>
  );
}

/** Ctrl or Cmd and a key, wherever the focus is. */
function useShortcut(key: string, run: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== key || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [key, run]);
}
