import { type ReactNode, useState } from 'react';
import { useApi } from '../api/api.ts';
import { type DownloadAction, useDownload } from '../api/download.ts';
import { Button, ButtonGroup, ButtonLink } from '../components/button.tsx';
import { Heading } from '../components/content.tsx';
import { PublicPage } from '../components/page.tsx';
import type { PageError } from '../components/page-error.ts';
import { StatusTag } from '../components/tags.tsx';
import { Text } from '../components/text.tsx';
import { useKitText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';

export interface QrPageProps {
  title: Label;
  /** The image's path behind the area's prefix, as `/v1/traveller/declaration/{id}/qr`. */
  qrUrl: string;
  reference: string;
  lane?: 'RED' | 'GREEN';
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
  fileName?: string;
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
  status,
  statusLabel,
  owner,
  facts = [],
  caption,
  note,
  next = [],
  download,
  fileName = 'form.pdf',
  downloadLabel,
  add,
  addLabel,
  errors = [],
  children,
}: QrPageProps) {
  const text = useKitText();
  const api = useApi();
  const file = useDownload(api);
  const [broken, setBroken] = useState(0);
  const failed: PageError[] = file.failed ? [{ code: 'DOWNLOAD', message: text('errors.download') }] : [];
  const image = api.url(qrUrl, broken ? { again: broken } : {});
  return (
    <PublicPage
      title={title}
      result={
        lane
          ? { tone: lane === 'GREEN' ? 'green' : 'red', word: text(`lane.${lane}`), help: text(lane === 'RED' ? 'lane.redHelp' : 'lane.greenHelp') }
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
        {owner ? <p className="portal-qr__owner">{owner}</p> : null}
        {facts.some(Boolean) ? <p className="portal-qr__facts">{facts.filter(Boolean).join(' · ')}</p> : null}
        <figure className="portal-qr__figure">
          <div className="portal-qr__paper">
            <img
              className="portal-qr__image"
              src={image}
              alt={text('qr.alt', { reference })}
              width={320}
              height={320}
              onError={() => broken < 2 && setTimeout(() => setBroken(broken + 1), 1000)}
            />
          </div>
          <figcaption className="portal-qr__caption">{caption ? <Text label={caption} /> : text('qr.caption')}</figcaption>
        </figure>
        <p className="portal-qr__reference">{reference}</p>
        {status ? (
          <p className="portal-qr__status">
            <StatusTag status={status} label={statusLabel} />
          </p>
        ) : null}
        <div className="portal-no-print">
          <ButtonGroup>
            {download ? (
              <Button busy={file.busy} onClick={() => file.download(download, fileName)}>
                {downloadLabel ? <Text label={downloadLabel} /> : text('action.download')}
              </Button>
            ) : null}
            <a className="govuk-button govuk-button--secondary" href={image} download={`${reference}.png`} draggable={false}>
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
