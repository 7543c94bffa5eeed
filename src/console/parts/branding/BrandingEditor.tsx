import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { refresh } from '../../data/feed/refetch-on-events.ts';
import { useWords } from '../../words/index.ts';
import { Conflict } from '../change/conflict/Conflict.tsx';
import DraftPage, { type Drawn } from '../change/preview/DraftPage.tsx';
import { inverseOf } from '../change/result/inverse.ts';
import { latestChange } from '../change/result/latest-change.ts';
import { operations } from '../change/operations.ts';
import { Problems } from '../change/Problems.tsx';
import { type Change, useChange } from '../change/use-change.ts';
import type { Values } from '../change/values.ts';
import { type Branding, brandingIn, type Scheme } from './branding.ts';
import { ColorField } from './ColorField.tsx';
import { ImageField } from './ImageField.tsx';
import { useTexts } from './use-texts.ts';

interface Props {
  name: Drawn;
  /** The field with the id of the record. */
  owner: Values;
}

/** Logo, icon, colors and name, with the real page beside them. Each saved change begins a new one. */
export function BrandingEditor(props: Props): ReactNode {
  const [round, setRound] = useState(0);
  return <Editor key={round} {...props} end={() => setRound(round + 1)} />;
}

function Editor({ name, owner, end }: Props & { end: () => void }): ReactNode {
  const words = useWords();
  const texts = useTexts();
  const change = useChange(operations[name], owner);
  useEndOf(change, name, end);
  const branding = brandingIn(change.values);
  const set = (part: Partial<Branding>): void => change.set('branding', { ...branding, ...part });
  const isPossible = change.dryRun.outcome?.error === null && change.current.changedBy === undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPossible) void change.confirm();
  };
  return (
    <div className="columns branding">
      <form className="card padded stack" onSubmit={submit} noValidate>
        <h2>{texts.title}</h2>
        <p className="soft">{texts.explanations[name]}</p>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={branding.name ?? ''}
          onChange={({ currentTarget }) => set({ name: currentTarget.value || null })}
        />
        <ImageField label={texts.favicon} value={branding.favicon} set={(favicon) => set({ favicon })} />
        <SchemeFields scheme="light" branding={branding} set={set} />
        <SchemeFields scheme="dark" branding={branding} set={set} />
        <Conflict change={change} />
        <Problems change={change} hidden={new Set(change.fields.map((field) => field.name))} />
        <div className="row to-end">
          <Button variant="default" onClick={end} disabled={!change.isFilled}>
            {texts.drop}
          </Button>
          <Button type="submit" disabled={!isPossible || !change.isFilled} loading={change.isRunning}>
            {texts.save}
          </Button>
        </div>
      </form>
      <section className="card padded stack" aria-label={words.signInPage.title}>
        <DraftPage name={name} change={change} />
      </section>
    </div>
  );
}

/** The colors of the pages without a branding, where a choice begins. */
const initial: Record<Scheme, { accent: string; background: string }> = {
  light: { accent: '#3b4cca', background: '#eef0f5' },
  dark: { accent: '#a3b0ff', background: '#11141c' },
};

interface SchemeProps {
  scheme: Scheme;
  branding: Branding;
  set: (part: Partial<Branding>) => void;
}

function SchemeFields({ scheme, branding, set }: SchemeProps): ReactNode {
  const texts = useTexts();
  const shown = branding[scheme];
  const change = (part: Partial<Branding[Scheme]>): void => set({ [scheme]: { ...shown, ...part } });
  return (
    <fieldset className="card padded stack">
      <legend>{texts.schemes[scheme]}</legend>
      <ImageField label={texts.logo} value={shown.logo} set={(logo) => change({ logo })} />
      <ColorField
        label={texts.accent}
        value={shown.accent}
        set={(accent) => change({ accent })}
        linksIn={scheme}
        initial={initial[scheme].accent}
      />
      <ColorField
        label={texts.background}
        value={shown.background}
        set={(background) => change({ background })}
        initial={initial[scheme].background}
      />
    </fieldset>
  );
}

/** After the change: it can be taken back for a while. */
function useEndOf({ result, input, current }: Change, name: Drawn, end: () => void): void {
  useEffect(() => {
    if (!result) return;
    const { events } = result;
    refresh(events?.map(({ subject }) => subject.id) ?? []);
    const inverse = inverseOf({ name, operation: operations[name], input, before: current.record, events });
    latestChange.show({ events, inverse, page: null });
    end();
  }, [result]);
}
