import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useContext } from 'react';
import { useWords } from '../../words/index.ts';
import { placeOf } from '../frame/use-places.ts';
import { LinkButton } from '../LinkButton.tsx';
import { OpenPalette } from '../open-palette.ts';
import { PageHeading } from '../PageHeading.tsx';

/** The page of an address without a page. */
export const NoPage = (): ReactNode => <NotFound text={useWords().record.noPage} />;

/** The page of what does not exist, as the text explains: with the ways on. */
export function NotFound({ text }: { text: string }): ReactNode {
  const words = useWords();
  const { record, navigation, shell } = words;
  const openPalette = useContext(OpenPalette);
  const place = placeOf(useLocation().pathname);
  return (
    <article className="card padded stack">
      <PageHeading title={record.notFoundTitle} />
      <p>{text}</p>
      <div className="row">
        <LinkButton to={place?.path ?? '/'}>{place?.title(words) ?? navigation.overview}</LinkButton>
        <Button variant="default" onClick={openPalette}>
          {shell.palette}
        </Button>
      </div>
    </article>
  );
}
