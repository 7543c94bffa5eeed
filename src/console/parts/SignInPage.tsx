import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../words/index.ts';

type Purpose = 'SIGN_IN' | 'SIGN_UP' | 'RESET';
type Width = 'wide' | 'phone';

/** Which page is shown, and how: the arguments of `SignInExperience.preview`. */
interface ShownPage {
  purpose: Purpose;
  language: string;
  isDark: boolean;
}

/** The page that is shown at first, in the language of the console. */
export function useShownPage(): [shown: ShownPage, set: (change: Partial<ShownPage>) => void] {
  const language = useWords().locale;
  const [{ purpose, isDark }, setShown] = useState<Omit<ShownPage, 'language'>>({ purpose: 'SIGN_IN', isDark: false });
  return [{ purpose, language, isDark }, (change) => setShown((before) => ({ ...before, ...change }))];
}

interface Props {
  shown: ShownPage;
  set: (change: Partial<ShownPage>) => void;
  /** The page; undefined until it is known. */
  html: string | undefined;
}

/** A page that people see, drawn by the platform. It is inert, and sandboxed: the real one cannot be framed. */
export function SignInPage({ shown: { purpose, isDark }, set, html }: Props): ReactNode {
  const words = useWords();
  const { signInPage: texts } = words;
  const [width, setWidth] = useState<Width>('wide');
  const address = useDocument(html);
  return (
    <>
      <div className="row">
        <Choice
          label={texts.page}
          value={purpose}
          set={(next) => set({ purpose: next })}
          values={{ SIGN_IN: texts.signIn, SIGN_UP: texts.signUp, RESET: texts.reset }}
        />
        <Choice
          label={words.common.colors}
          value={isDark ? 'dark' : 'light'}
          set={(next) => set({ isDark: next === 'dark' })}
          values={{ light: words.common.schemes.light, dark: words.common.schemes.dark }}
        />
        <Choice label={texts.width} value={width} set={setWidth} values={{ wide: texts.wide, phone: texts.phone }} />
      </div>
      {address ? (
        <iframe
          title={texts.title}
          src={address}
          sandbox=""
          tabIndex={-1}
          className="sign-in-page"
          data-width={width}
        />
      ) : null}
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  set: (value: Value) => void;
  values: Readonly<Record<Value, string>>;
}

function Choice<Value extends string>({ label, value, set, values }: ChoiceProps<Value>): ReactNode {
  const data = Object.entries<string>(values).map(([name, title]) => ({ value: name, label: title }));
  return (
    <SegmentedControl size="xs" aria-label={label} value={value} data={data} onChange={(next) => set(next as Value)} />
  );
}

/** The address of a document that this page has made, for as long as it is shown. */
function useDocument(html: string | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (html === undefined) return undefined;
    const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [html]);
  return address;
}
