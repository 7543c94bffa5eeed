import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { usePreferences } from '../../data/preferences/preferences.ts';
import { TimeZoneContext } from '../../data/preferences/time-zone.ts';
import { useAddress } from '../../data/use-address.ts';
import { useViewer } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { useKeys } from '../keys.ts';
import { Lacking } from '../access/Lacking.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { colorOf } from './environment.ts';
import { Header } from './Header.tsx';
import { Navigation } from './Navigation.tsx';
import { PlaceTabs } from './PlaceTabs.tsx';
import { useFocusKept } from './use-focus-kept.ts';
import { useGoTo } from './use-go-to.ts';
import { useClosedPlace } from './use-places.ts';
import { OpenPalette } from '../open-palette.ts';
import { PageHeading } from '../PageHeading.tsx';

const ChangeDialog = lazy(() => import('../change/ChangeDialog.tsx'));
const ImportDialog = lazy(() => import('../import/ImportDialog.tsx'));
const CopyAs = lazy(async () => ({ default: (await import('./CopyAs.tsx')).CopyAs }));
const RightsNotice = lazy(async () => ({ default: (await import('./RightsNotice.tsx')).RightsNotice }));
const ChangeNotice = lazy(async () => ({ default: (await import('../change/result/ChangeNotice.tsx')).ChangeNotice }));
// Not needed at first: they are loaded when the page is there.
const Ended = lazy(async () => ({ default: (await import('./Ended.tsx')).Ended }));
const KeysHelp = lazy(async () => ({ default: (await import('./KeysHelp.tsx')).KeysHelp }));
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
  const [isCopyOpen, copy] = useDisclosure();
  const [isNavigationHidden, setNavigationHidden] = useState(false);
  const { environment } = useViewer();
  const isUtc = usePreferences()?.document.timeZone === 'UTC';
  useGoTo();
  useFocusKept(address.do !== undefined || isPaletteOpen || isHelpOpen || isCopyOpen);
  useKeys([
    ['?', words.keys.help, help.open],
    ['c', words.keys.copyAs, copy.open],
    ['[', words.keys.navigation, () => setNavigationHidden(!isNavigationHidden)],
  ]);
  useShortcut('k', palette.open);
  useEffect(() => menu.close(), [pathname, menu.close]);
  return (
    <TimeZoneContext value={isUtc ? 'UTC' : undefined}>
      <header
        className="frame-header"
        data-environment={environment ?? undefined}
        style={{ '--environment': environment === null ? undefined : colorOf(environment) }}
      >
        <Header isMenuOpen={isMenuOpen} toggleMenu={menu.toggle} openPalette={palette.open} openHelp={help.open} />
      </header>
      <nav
        className="frame-navigation"
        aria-label={words.shell.menu}
        data-open={isMenuOpen}
        data-hidden={isNavigationHidden}
      >
        <Navigation />
      </nav>
      <main id="content" tabIndex={-1} data-path={shown}>
        <Suspense>
          <RightsNotice />
        </Suspense>
        <Breadcrumbs />
        <PlaceTabs />
        <OpenPalette value={palette.open}>
          <Page />
        </OpenPalette>
      </main>
      <Suspense>
        <Dialog />
        {isPaletteOpen ? <Palette close={palette.close} /> : null}
        {isHelpOpen ? <KeysHelp close={help.close} /> : null}
        <ChangeNotice />
        <Ended />
        {isCopyOpen ? <CopyAs close={copy.close} /> : null}
      </Suspense>
    </TimeZoneContext>
  );
}

/** The page at the address, or what someone lacks for it: the platform would refuse each of its requests. */
function Page(): ReactNode {
  const words = useWords();
  const closed = useClosedPlace();
  if (!closed) return <Outlet />;
  return (
    <article className="stack">
      <PageHeading title={closed.place.title(words)} />
      <Lacking permissions={closed.lacking} />
    </article>
  );
}

/** The dialog that the address names. */
function Dialog(): ReactNode {
  const { do: operation, with: input = {} } = useAddress();
  if (!operation) return null;
  if (operation === 'importUsers') return <ImportDialog />;
  return <ChangeDialog key={operation + JSON.stringify(input)} operation={operation} input={input} />;
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
