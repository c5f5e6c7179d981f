import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, ButtonGroup } from '../components/button.tsx';
import { useKitText } from '../language/i18n.ts';
import { type Camera, startCamera } from './camera.ts';
import { KEYS_URL, rememberKeys } from './keys.ts';

/** Whether the camera stays on, so that an officer can scan several codes in a row. */
let keepsScanning = false;

type State = 'off' | 'starting' | 'on' | 'failed';

/**
 * Reads QR codes with the camera. A button starts the camera, because browsers ask for permission. If there is no camera it says so, and the page offers a
 * field for the reference beside it. Meanwhile the signing keys are loaded onto the device.
 * @param atOnce whether the camera starts with the page
 * @param onScan receives the text of each code, once while the code stays in sight
 */
export function QrScanner({ onScan, keysUrl = KEYS_URL, atOnce = false }: { onScan(text: string): void; keysUrl?: string; atOnce?: boolean }) {
  const text = useKitText();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>(keepsScanning || atOnce ? 'starting' : 'off');
  const scanned = useEffectEvent(onScan);
  const wanted = state === 'starting' || state === 'on';

  useEffect(() => {
    void rememberKeys(keysUrl);
  }, [keysUrl]);

  useEffect(() => {
    const element = video.current;
    if (!wanted || !element) return;
    const cancelled = new AbortController();
    let camera: Camera | undefined;
    const fail = () => {
      if (cancelled.signal.aborted) return;
      keepsScanning = false;
      setState('failed');
    };
    startCamera(element, (code) => scanned(code), fail, cancelled.signal).then((started) => {
      camera = started;
      if (cancelled.signal.aborted) started.stop();
      else setState('on');
    }, fail);
    return () => {
      cancelled.abort();
      camera?.stop();
    };
  }, [wanted]);

  const turn = (on: boolean) => {
    keepsScanning = on;
    setState(on ? 'starting' : 'off');
  };
  return (
    <div className="portal-scanner">
      <div className="portal-scanner__frame" hidden={!wanted}>
        <video ref={video} className="portal-scanner__video" aria-label={text('scan.camera')} muted playsInline />
        <span className="portal-scanner__aim" aria-hidden="true" />
      </div>
      <div role="status">
        {state === 'starting' ? <p className="govuk-body">{text('page.loading')}</p> : null}
        {state === 'on' ? <p className="govuk-body">{text('scan.hold')}</p> : null}
        {state === 'failed' ? <p className="govuk-body govuk-!-font-weight-bold">{text('scan.noCamera')}</p> : null}
      </div>
      <ButtonGroup>
        <Button variant="secondary" onClick={() => turn(!wanted)}>
          {text(wanted ? 'scan.stop' : 'scan.start')}
        </Button>
      </ButtonGroup>
    </div>
  );
}
