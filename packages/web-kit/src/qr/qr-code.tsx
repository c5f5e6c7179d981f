import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api.ts';
import { Button } from '../components/button.tsx';
import { useKitText } from '../language/i18n.ts';

/** How often the picture is requested before the page says that it cannot be loaded. */
const PER_TRY = 3;
const PAUSE_MS = 1000;

/** The picture of a QR code and its state: loading, loaded, or given up. */
export interface CodePicture {
  /** The address of the picture. */
  image: string;
  picture: RefObject<HTMLImageElement | null>;
  isBroken: boolean;
  /** Requests the picture again after it failed to load. */
  askAgain(): void;
  /** Starts over after loading was given up, because the user asked for it. */
  tryAgain(): void;
}

/**
 * Loads the picture of a QR code and retries on failure.
 * @param qrUrl the picture's path behind the area's prefix
 * @param isCopy whether the page shows the device's copy of the document. The code is loaded again when the document from the network has arrived
 */
export function useCodePicture(qrUrl: string, isCopy = false): CodePicture {
  const api = useApi();
  const [asked, setAsked] = useState(1);
  const [isBroken, setBroken] = useState(false);
  const [kept, setKept] = useState<string>();
  const picture = useRef<HTMLImageElement>(null);
  /** Without a network, the device may have stored the code. A call by the script gets the stored code, an image element does not. */
  const askAgain = useCallback(() => {
    api.blob(qrUrl, { accept: 'image/png' }).then(
      (blob) => setKept(URL.createObjectURL(blob)),
      () => (asked % PER_TRY === 0 ? setBroken(true) : setTimeout(() => setAsked(asked + 1), PAUSE_MS)),
    );
  }, [api, qrUrl, asked]);
  useEffect(() => () => (kept ? URL.revokeObjectURL(kept) : undefined), [kept]);
  // The picture of a prerendered page may have failed to load before the script ran.
  const first = useRef(askAgain);
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) first.current();
  }, []);
  useEffect(() => {
    if (!isCopy) return;
    return () => {
      setKept(undefined);
      setBroken(false);
      setAsked((before) => before + 1);
    };
  }, [isCopy]);
  const tryAgain = () => {
    setBroken(false);
    setAsked(asked + 1);
  };
  return { image: kept ?? api.url(qrUrl, asked > 1 ? { again: asked } : {}), picture, isBroken, askAgain, tryAgain };
}

/** The QR code on white paper. It has the same place while it loads and when it fails; then a message says so. */
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
