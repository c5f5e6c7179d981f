import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api.ts';
import { type DownloadAction, saveBlob, useDownload } from '../api/download.ts';
import { ButtonGroup, ButtonLink } from '../components/button.tsx';
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
  /** The image's path behind the area's prefix, as `/v1/traveller/declaration/{id}/qr`. */
  qrUrl: string;
  reference: string;
  lane?: 'RED' | 'GREEN';
  /** What to do in the lane, where it is not what the lane says alone. */
  laneHelp?: Label;
  status?: string;
  /** The status in the words of the area, where its table of tags has others. */
  statusLabel?: Label;
  /** Whose code it is: the traveller's name, the vehicle's number. */
  owner?: string;
  /** What tells this code from another one of the same person: the flight, the day. */
  facts?: readonly (string | undefined)[];
  /** Text below the image; default "Your QR Code For Scanning". */
  caption?: Label;
  /** The instruction: "Please screen shot and present to …". */
  note: Label;
  /** What happens next, step by step. */
  next?: readonly Label[];
  download?: DownloadAction;
  /** Asked for when the file is downloaded: it may hold what the page does not show. */
  fileName(): string;
  downloadLabel?: Label;
  /** The address of the link for registering another one. */
  add?: string;
  addLabel?: Label;
  errors?: readonly PageError[];
  children?: ReactNode;
}

/** The page after registration, to be shown at the border: the lane, whose code it is, the code, its reference, and what happens next. */
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
  children,
}: QrPageProps) {
  const text = useKitText();
  const api = useApi();
  const file = useDownload(api);
  const failed: PageError[] = file.failed ? [{ code: 'DOWNLOAD', message: text('errors.download') }] : [];
  const code = useCodePicture(qrUrl);
  const words = useText();
  /** With script the picture says whose code it is, and for which journey. Without, or where it cannot be drawn, the browser saves the code alone. */
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
              help: laneHelp ? words(laneHelp) : text(lane === 'RED' ? 'lane.redHelp' : 'lane.greenHelp'),
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
        <Heading>{text('qr.next')}</Heading>
        <ol className="govuk-list govuk-list--number">
          {[note, ...next].map((step, index) => (
            <li key={index}>
              <Text label={step} />
            </li>
          ))}
        </ol>
        {children}
      </div>
    </PublicPage>
  );
}

/** Whose code it is. A long name is cut off on a phone, and shown whole when it is pressed or has the focus; the keyboard stops at no other name. */
export function Owner({ name }: { name: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  // Without script it is not known, and every name can have the focus.
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

/** The button that leads. Without script the browser itself fetches the file; with script the page waits with it until the file is drawn. */
function DownloadLink({ action, busy, onClick, children }: { action: DownloadAction; busy: boolean; onClick(): void; children: ReactNode }) {
  const api = useApi();
  const isSecond = useIsSecondClick();
  const press = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!busy && !('button' in event && isSecond(event))) onClick();
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
      onKeyDown={(event) => event.key === ' ' && press(event)}
    >
      {children}
    </a>
  );
}
