import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api.ts';
import { type DownloadAction, saveBlob, useDownload } from '../api/download.ts';
import { ButtonGroup, ButtonLink, clickOnSpace } from '../components/button.tsx';
import { Heading } from '../components/content.tsx';
import { useIsSecondClick } from '../components/double-click.ts';
import { PublicPage } from '../components/page.tsx';
import type { PageError } from '../components/page-error.ts';
import { StatusTag } from '../components/tags.tsx';
import { Text } from '../components/text.tsx';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { QrFigure, useCodePicture } from './qr-code.tsx';

export interface QrPageProps {
  title: Label;
  /** The picture's path behind the area's prefix, such as `/v1/traveller/declaration/{id}/qr`. */
  qrUrl: string;
  reference: string;
  lane?: 'RED' | 'GREEN';
  /** What to do in the lane; missing if there is nothing to do there any more. */
  laneHelp?: Label;
  status?: string;
  /** The status in the area's words, if they differ from the area's table of status names. */
  statusLabel?: Label;
  /** The holder of the code: the traveller's name or the vehicle's number. */
  owner?: string;
  /** What distinguishes this code from other codes of the same person, such as the flight or the day. */
  facts?: readonly (string | undefined)[];
  /** Text below the picture; by default "Your QR Code For Scanning". */
  caption?: Label;
  /** The instruction, such as "Please screen shot and present to …"; missing if the code is no longer to be presented. */
  note?: Label;
  /** What happens next after it, step by step. */
  next?: readonly Label[];
  download?: DownloadAction;
  /** Returns the name of the file. Called only when the file is downloaded, because the name may contain data that the page does not show. */
  fileName(): string;
  downloadLabel?: Label;
  /** The address of the link for registering another document. */
  add?: string;
  addLabel?: Label;
  errors?: readonly PageError[];
  /** Whether the page shows the copy that this device has kept; the document from the network may follow. */
  kept?: boolean;
  children?: ReactNode;
}

/** The page after registration, which the traveller shows at the border: the lane, the holder, the QR code, its reference, and what happens next. */
export function QrPage({
  title,
  qrUrl,
  reference,
  lane,
  laneHelp,
  status,
  statusLabel,
  owner,
  facts = [],
  caption,
  note,
  next = [],
  download,
  fileName,
  downloadLabel,
  add,
  addLabel,
  errors = [],
  kept = false,
  children,
}: QrPageProps) {
  const text = useKitText();
  const api = useApi();
  const file = useDownload(api);
  const failed: PageError[] = file.failed ? [{ code: 'DOWNLOAD', message: text('errors.download') }] : [];
  const code = useCodePicture(qrUrl, kept);
  // The prerendered HTML does not say it, so it is said after hydration.
  const [isKept, setKept] = useState(false);
  useEffect(() => setKept(kept), [kept]);
  const words = useText();
  const steps = note === undefined ? next : [note, ...next];
  /**
   * With script, the saved picture also names the holder and the journey. Without script, or if the picture cannot be drawn, the browser saves only the code.
   */
  const save = (event: MouseEvent<HTMLAnchorElement>) => {
    const drawnCode = code.picture.current;
    if (!drawnCode?.complete || drawnCode.naturalWidth === 0) return;
    event.preventDefault();
    const link = event.currentTarget.href;
    const name = `${reference}.png`;
    const drawn = import('../offline/save-code.ts').then(({ codePicture }) =>
      codePicture({
        title: words(title),
        code: drawnCode,
        reference,
        lane: lane && { words: text(`lane.${lane}`), tone: lane === 'GREEN' ? 'green' : 'red' },
        lines: [owner, ...facts].filter((line) => line !== undefined),
      }),
    );
    drawn.then(
      (blob) => saveBlob(blob, name),
      () => location.assign(link),
    );
  };
  return (
    <PublicPage
      title={title}
      result={
        lane
          ? {
              tone: lane === 'GREEN' ? 'green' : 'red',
              word: text(`lane.${lane}`),
              help: laneHelp && words(laneHelp),
            }
          : { tone: 'blue' }
      }
      alerts={[...errors, ...failed]}
      onDismissAlerts={file.dismiss}
      actions={
        add ? (
          <ButtonLink to={add} variant="secondary" small>
            {addLabel ? <Text label={addLabel} /> : text('qr.another')}
          </ButtonLink>
        ) : undefined
      }
    >
      <div className="portal-qr">
        {owner ? <Owner name={owner} /> : null}
        {facts.some(Boolean) ? (
          <p className="portal-qr__facts">
            {facts.filter(Boolean).map((fact, index) => (
              <Fragment key={fact}>
                {index > 0 ? ' · ' : null}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
          </p>
        ) : null}
        <QrFigure code={code} alt={text('qr.alt', { reference })} caption={caption ? <Text label={caption} /> : text('qr.caption')} />
        <p className="portal-qr__reference">{reference}</p>
        <div role="status">{isKept ? <p className="govuk-hint">{text('qr.kept')}</p> : null}</div>
        {status ? (
          <p className="portal-qr__status">
            <StatusTag status={status} label={statusLabel} />
          </p>
        ) : null}
        <div className="portal-no-print">
          <ButtonGroup>
            {download ? (
              <DownloadLink action={download} busy={file.busy} onClick={() => void file.download(download, fileName())}>
                {downloadLabel ? <Text label={downloadLabel} /> : text('action.download')}
              </DownloadLink>
            ) : null}
            <a className="govuk-button govuk-button--secondary" href={code.image} download={`${reference}.png`} draggable={false} onClick={save}>
              {text('qr.save')}
            </a>
          </ButtonGroup>
          {download ? (
            <p className="govuk-hint portal-progress-line" role="status">
              {file.preparing ? text('action.preparing') : file.busy ? text('action.downloading') : ''}
            </p>
          ) : null}
        </div>
        {steps.length > 0 ? (
          <>
            <Heading>{text('qr.next')}</Heading>
            <ol className="govuk-list govuk-list--number">
              {steps.map((step, index) => (
                <li key={index}>
                  <Text label={step} />
                </li>
              ))}
            </ol>
          </>
        ) : null}
        {children}
      </div>
    </PublicPage>
  );
}

/** The holder of the code. On a phone a long name is cut off, and shown in full when it is pressed or focused. Names that are not cut off cannot be focused. */
export function Owner({ name }: { name: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  // Without script it is unknown whether the name is cut off, so every name can be focused.
  const [isCut, setCut] = useState(true);
  useEffect(() => {
    const element = line.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (document.activeElement !== element) setCut(element.scrollHeight > element.clientHeight + 1);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <p ref={line} className="portal-qr__owner" dir="auto" tabIndex={isCut ? 0 : undefined}>
      {name}
    </p>
  );
}

/**
 * The main button, which downloads the file. Without script the browser itself fetches the file. With script the page shows that it waits until the server has
 * prepared the file.
 */
function DownloadLink({ action, busy, onClick, children }: { action: DownloadAction; busy: boolean; onClick(): void; children: ReactNode }) {
  const api = useApi();
  const isSecond = useIsSecondClick();
  const press = (event: MouseEvent) => {
    event.preventDefault();
    if (!busy && !isSecond(event)) onClick();
  };
  return (
    <a
      className="govuk-button"
      role="button"
      draggable={false}
      href={api.url(action.url)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      onKeyDown={clickOnSpace}
    >
      {children}
    </a>
  );
}
