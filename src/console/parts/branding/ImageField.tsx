import { Button, FileButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { scaledImage } from './scaled-image.ts';
import { useTexts } from './use-texts.ts';

interface Props {
  label: string;
  /** Its address, or the image itself. */
  value: string | null;
  set: (value: string | null) => void;
}

/** An image from a file. */
export function ImageField({ label, value, set }: Props): ReactNode {
  const texts = useTexts();
  const [isRefused, setRefused] = useState(false);
  const choose = async (file: File | null): Promise<void> => {
    const image = file && (await scaledImage(file));
    setRefused(file !== null && image === null);
    if (image !== null) set(image);
  };
  return (
    <div className="stack tight" role="group" aria-label={label}>
      <strong>{label}</strong>
      <div className="row">
        {value ? <img src={value} alt={label} height={40} /> : <span className="soft">{texts.none}</span>}
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              {texts.choose}…
            </Button>
          )}
        </FileButton>
        {value ? (
          <Button variant="subtle" onClick={() => set(null)}>
            {texts.remove}
          </Button>
        ) : null}
      </div>
      {isRefused ? (
        <p role="alert" className="bad">
          {texts.noImage}
        </p>
      ) : null}
    </div>
  );
}
