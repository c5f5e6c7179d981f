import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api.ts';
import { Button } from '../components/button.tsx';
import { useKitText } from '../language/i18n.ts';

/** How often the picture is requested before the page says that it cannot be loaded. */
const PER_TRY = 3;
const PAUSE_MS = 1000;

/** The picture of a code, on its way, there, or given up. */
export interface CodePicture {
  /** Its address. */
  image: string;
  picture: RefObject<HTMLImageElement | null>;
  isBroken: boolean;
  /** It did not load. */
  askAgain(): void;
  /** The reader wants it to be asked for again. */
  tryAgain(): void;
}

/** @param qrUrl the picture's path behind the area's prefix */
export function useCodePicture(qrUrl: string): CodePicture {
  const api = useApi();
  const [asked, setAsked] = useState(1);
  const [isBroken, setBroken] = useState(false);
  const [kept, setKept] = useState<string>();
  const picture = useRef<HTMLImageElement>(null);
  /** Without network the device may have kept the code: a call of the page gets it, a picture does not. */
  const askAgain = useCallback(() => {
    api.blob(qrUrl, { accept: 'image/png' }).then(
      (blob) => setKept(URL.createObjectURL(blob)),
      () => (asked % PER_TRY === 0 ? setBroken(true) : setTimeout(() => setAsked(asked + 1), PAUSE_MS)),
    );
  }, [api, qrUrl, asked]);
  useEffect(() => () => (kept ? URL.revokeObjectURL(kept) : undefined), [kept]);
  // The picture of a drawn page may have failed before the script was there.
  const first = useRef(askAgain);
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) first.current();
  }, []);
  const tryAgain = () => {
    setBroken(false);
    setAsked(asked + 1);
  };
  return { image: kept ?? api.url(qrUrl, asked > 1 ? { again: asked } : {}), picture, isBroken, askAgain, tryAgain };
}

/** The code on white. Its place is the same while it is on its way, and when it does not come; then it says so. */
export function QrFigure({ code, alt, caption }: { code: CodePicture; alt: string; caption: ReactNode }) {
  const text = useKitText();
  const { image, picture, isBroken, askAgain, tryAgain } = code;
  return (
    <figure className="portal-qr__figure">
      <div className="portal-qr__paper">
        {isBroken ? (
          <div className="portal-qr__broken" role="alert">
            <p className="govuk-body">{text('qr.broken')}</p>
            <Button variant="secondary" small onClick={tryAgain}>
              {text('action.retry')}
            </Button>
          </div>
        ) : (
          <img ref={picture} className="portal-qr__image" src={image} alt={alt} width={320} height={320} onError={askAgain} />
        )}
      </div>
      <figcaption className="portal-qr__caption">{caption}</figcaption>
    </figure>
  );
}
