import { Select, Switch, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAllViews } from '../../data/preferences/views.ts';
import { areKeysOn, setKeysOn } from '../../parts/keys.ts';
import { TimeZoneSwitch } from '../../parts/time/TimeZoneSwitch.tsx';
import { usePlaces } from '../../parts/frame/use-places.ts';
import { densities, density, setDensity } from '../../data/preferences/density.ts';
import { type Language, languages, useWords } from '../../words/index.ts';
import { PageHeading } from '../../parts/PageHeading.tsx';

/** Language, density, colors and keys in this browser; time zone and saved views of the person. */
export function Preferences(): ReactNode {
  const words = useWords();
  const { preferences: texts } = words;
  return (
    <article className="stack">
      <PageHeading title={words.navigation.preferences} />
      <section className="card padded stack preference-card">
        <h2>{texts.thisBrowser}</h2>
        <LanguageChoice />
        <ColorChoice />
        <DensityChoice />
        <KeysChoice />
      </section>
      <section className="card padded stack preference-card">
        <h2>{texts.everywhere}</h2>
        <div className="row">
          <span className="grow">{words.common.times}</span>
          <TimeZoneSwitch />
        </div>
      </section>
      <Views />
      <p>
        <Link to="/operations">{words.navigation.operations}</Link>
      </p>
    </article>
  );
}

function LanguageChoice(): ReactNode {
  const words = useWords();
  const choose = (name: string | null): void => {
    if (!name || name === words.locale) return;
    localStorage.setItem('language', name);
    location.reload();
  };
  return (
    <Select
      label={words.preferences.language}
      data={(Object.keys(languages) as Language[]).map((name) => ({
        value: name,
        label: new Intl.DisplayNames(name, { type: 'language' }).of(name) ?? name,
      }))}
      value={words.locale}
      onChange={choose}
    />
  );
}

function ColorChoice(): ReactNode {
  const { common } = useWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Select
      label={common.colors}
      data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: common.schemes[value] }))}
      value={colorScheme}
      onChange={(value) => setColorScheme(value ?? 'auto')}
    />
  );
}

function DensityChoice(): ReactNode {
  const { preferences: texts } = useWords();
  const [chosen, setChosen] = useState(density());
  return (
    <Select
      label={texts.density}
      data={densities.map((value) => ({ value, label: texts.densities[value] }))}
      value={chosen}
      onChange={(value) => {
        setChosen(value ?? 'normal');
        setDensity(value ?? 'normal');
      }}
    />
  );
}

function KeysChoice(): ReactNode {
  const words = useWords();
  const [isOn, setOn] = useState(areKeysOn);
  return (
    <Switch
      label={words.keys.off}
      checked={isOn}
      onChange={({ currentTarget }) => {
        setKeysOn(currentTarget.checked);
        setOn(currentTarget.checked);
      }}
    />
  );
}

/** The saved views of all lists, each a link. */
function Views(): ReactNode {
  const words = useWords();
  const byPath = useAllViews();
  const titles = new Map(usePlaces().map(({ path, title }) => [path, title] as const));
  const shown = Object.entries(byPath ?? {}).flatMap(([path, views]) => {
    const title = titles.get(path);
    return title ? Object.entries(views).map(([name, search]) => ({ path, name, search, list: title(words) })) : [];
  });
  return (
    <section className="card padded stack tight preference-card">
      <h2>{words.preferences.views}</h2>
      {shown.length === 0 ? <p className="soft">{words.views.none}</p> : null}
      <ul className="plain-list stack tight">
        {shown.map(({ path, name, search, list }) => (
          <li key={`${path} ${name}`}>
            <Link to={path} search={search}>
              {name}
            </Link>{' '}
            <span className="soft">{list}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
