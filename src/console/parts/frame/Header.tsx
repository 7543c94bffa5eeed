import { ActionIcon, Burger, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useViewer } from '../../data/viewer.ts';
import { signOut } from '../../session/sign-in.ts';
import { type Language, languages, useWords } from '../../words/index.ts';
import { Connection } from './Connection.tsx';
import { colorOf } from './environment.ts';
import { Icon } from './Icon.tsx';
import { placeOf } from './use-places.ts';

interface Props {
  isMenuOpen: boolean;
  toggleMenu: () => void;
  openPalette: () => void;
  openHelp: () => void;
}

export function Header({ isMenuOpen, toggleMenu, openPalette, openHelp }: Props): ReactNode {
  const words = useWords();
  return (
    <div className="header">
      <a href="#content" className="skip-link">
        {words.shell.skip}
      </a>
      <Burger opened={isMenuOpen} onClick={toggleMenu} hiddenFrom="sm" size="sm" aria-label={words.shell.menu} />
      <Brand />
      <button type="button" className="palette-opener" onClick={openPalette}>
        <Icon name="search" />
        <span className="palette-text">{words.shell.palette}</span>
        <kbd className="wide-only" aria-hidden="true">
          Ctrl K
        </kbd>
      </button>
      <Connection />
      <span className="row unwrapped wide-only">
        <ActionIcon onClick={openHelp} aria-label={words.shell.keys}>
          <Icon name="keys" />
        </ActionIcon>
        <Documentation />
      </span>
      <ThemeSwitch />
      <Account />
    </div>
  );
}

/** The chapter of the documentation about the page that is shown. */
function Documentation(): ReactNode {
  const words = useWords();
  const chapter = placeOf(useLocation().pathname)?.chapter ?? 'console';
  return (
    <ActionIcon
      component="a"
      className="inherited-color"
      href={`/console/docs/${chapter}`}
      target="_blank"
      rel="noreferrer"
      aria-label={words.shell.documentation}
    >
      <Icon name="book" />
    </ActionIcon>
  );
}

function Brand(): ReactNode {
  const { environment } = useViewer();
  return (
    <>
      <Link to="/" className="brand">
        <img src="/console/icon.svg" width={20} height={20} alt="Mandate" />
        <span className="wide-only" aria-hidden="true">
          Mandate
        </span>
      </Link>
      {environment ? (
        <span className="environment" style={{ '--environment': colorOf(environment) }}>
          {environment}
        </span>
      ) : null}
    </>
  );
}

function ThemeSwitch(): ReactNode {
  const words = useWords();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  return (
    <ActionIcon onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')} aria-label={words.shell.theme}>
      <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}

function Account(): ReactNode {
  const words = useWords();
  const viewer = useViewer();
  const choose = (name: Language): void => {
    localStorage.setItem('language', name);
    location.reload();
  };
  return (
    <Menu position="bottom-end" shadow="md" width={240}>
      <Menu.Target>
        <button type="button" className="account" aria-label={words.shell.account}>
          {viewer.name.slice(0, 1).toUpperCase()}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{viewer.name}</Menu.Label>
        {(Object.keys(languages) as Language[]).map((name) => (
          <Menu.Item
            key={name}
            onClick={() => choose(name)}
            aria-current={name === words.locale}
            rightSection={name === words.locale && '✓'}
          >
            {new Intl.DisplayNames(name, { type: 'language' }).of(name)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item className="inherited-color" component="a" href="/account">
          {words.shell.ownAccount}
        </Menu.Item>
        <Menu.Item className="inherited-color" renderRoot={(props) => <Link {...props} to="/preferences" />}>
          {words.navigation.preferences}
        </Menu.Item>
        <Menu.Item
          className="inherited-color"
          component="a"
          href="/console/docs/console"
          target="_blank"
          rel="noreferrer"
        >
          {words.shell.documentation}
        </Menu.Item>
        <Menu.Item onClick={signOut}>{words.shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
