import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { useKitText } from '../language/i18n.ts';
import { pixelsOfFrame } from './picture.ts';
import type { TravelDocument } from './zone/document.ts';

const PAUSE_MS = 60;
/** The number of further pictures after which a document is shown although not all its main fields were read. */
const PATIENCE = 6;

const complete = (document: TravelDocument): boolean => !!(document.number && document.birthDate && document.expiryDate && document.lastName);
const filled = (document: TravelDocument): number => Object.values(document).filter(Boolean).length;

interface CameraViewProps {
  read(picture: ImageData): Promise<TravelDocument | undefined>;
  onRead(document: TravelDocument): void;
  /** Called when there is no camera, when its use was denied or it was taken away, or when the reader could not be loaded. */
  onFailure(reason: 'camera' | 'reader'): void;
  onStop(): void;
}

/** The camera view. It reads picture after picture until one shows a document. The camera is released when the component unmounts. */
export function CameraView({ read, onRead, onFailure, onStop }: CameraViewProps) {
  const text = useKitText();
  const video = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState(false);
  const readPicture = useEffectEvent(read);
  const found = useEffectEvent(onRead);
  const failed = useEffectEvent(onFailure);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let stream: MediaStream | undefined;
    let ended = false;
    const release = () => {
      ended = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
      element.srcObject = null;
    };
    const fail = (reason: 'camera' | 'reader') => {
      if (ended) return;
      release();
      failed(reason);
    };
    const start = async () => {
      if (!navigator.mediaDevices) throw new Error('No camera');
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 } } });
      if (ended) return release();
      stream.getVideoTracks()[0]?.addEventListener('ended', () => fail('camera'));
      element.srcObject = stream;
      await element.play();
      setShown(true);
    };
    const readOn = async () => {
      let best: TravelDocument | undefined;
      let since = 0;
      while (!ended) {
        const picture = pixelsOfFrame(element);
        const document = picture && (await readPicture(picture));
        if (ended) return;
        if (document?.number && filled(document) > (best ? filled(best) : 0)) best = document;
        if (best) since += 1;
        if (best && (complete(best) || since > PATIENCE)) {
          release();
          found(best);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    start().then(
      () => readOn().catch(() => fail('reader')),
      () => fail('camera'),
    );
    return release;
  }, []);

  return (
    <>
      <div className="portal-passport__frame">
        <video ref={video} className="portal-passport__video" aria-label={text('passport.cameraView')} muted playsInline />
        <span className="portal-passport__aim" aria-hidden="true" />
      </div>
      <p className="govuk-body" role="status">
        {text(shown ? 'passport.hold' : 'page.loading')}
      </p>
      <Button variant="secondary" onClick={onStop}>
        {text('passport.stop')}
      </Button>
    </>
  );
}
