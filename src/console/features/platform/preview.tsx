import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useWords } from '../../words/index.ts';

const PreviewDocument = graphql(`
  query SignInPreview($purpose: SignInPurpose!, $language: String!, $isDark: Boolean!) {
    signInExperiences(first: 1) { nodes { id preview(purpose: $purpose, language: $language, isDark: $isDark) } }
  }
`);

type Purpose = 'SIGN_IN' | 'SIGN_UP' | 'RESET';
type Width = 'wide' | 'phone';

/** The first page that people see, drawn by the platform. It is inert, and sandboxed: the real one cannot be framed. */
export function Preview(): ReactNode {
  const words = useWords();
  const { preview: texts } = words.experience;
  const [purpose, setPurpose] = useState<Purpose>('SIGN_IN');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [width, setWidth] = useState<Width>('wide');
  const variables = { purpose, language: words.locale, isDark: scheme === 'dark' };
  const [{ data }] = useQuery({ query: PreviewDocument, variables });
  const address = useDocument(data?.signInExperiences?.nodes[0]?.preview);
  return (
    <section className="card padded stack">
      <h2>{texts.title}</h2>
      <div className="row">
        <Choice
          label={texts.page}
          value={purpose}
          set={setPurpose}
          values={{ SIGN_IN: texts.signIn, SIGN_UP: texts.signUp, RESET: texts.reset }}
        />
        <Choice
          label={words.preferences.colors}
          value={scheme}
          set={setScheme}
          values={{ light: words.preferences.schemes.light, dark: words.preferences.schemes.dark }}
        />
        <Choice label={texts.width} value={width} set={setWidth} values={{ wide: texts.wide, phone: texts.phone }} />
      </div>
      {address ? (
        <iframe
          title={texts.title}
          src={address}
          sandbox=""
          tabIndex={-1}
          style={{
            boxSizing: 'content-box',
            inlineSize: width === 'phone' ? 360 : 'calc(100% - 2px)',
            maxInlineSize: 'calc(100% - 2px)',
            blockSize: 620,
            border: '1px solid var(--line)',
            borderRadius: 4,
          }}
        />
      ) : null}
    </section>
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
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [html]);
  return address;
}
