import { type ReactNode, useState } from 'react';
import { useApi } from '../api/api.ts';
import { type DownloadAction, useDownload } from '../api/download.ts';
import { Button, ButtonGroup, ButtonLink } from '../components/button.tsx';
import { PublicPage } from '../components/page.tsx';
import type { PageError } from '../components/page-error.ts';
import { LaneChip, StatusTag } from '../components/tags.tsx';
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
  /** Text below the image; default "Your QR Code For Scanning". */
  caption?: Label;
  /** The instruction: "Please screen shot and present to …". */
  note: Label;
  download?: DownloadAction;
  fileName?: string;
  downloadLabel?: Label;
  /** The address of the link at the top, for registering another one. */
  add?: string;
  addLabel?: Label;
  errors?: readonly PageError[];
  children?: ReactNode;
}

/** The page after registration: the code, its reference, the lane and the next steps. */
export function QrPage({
  title,
  qrUrl,
  reference,
  lane,
  status,
  caption,
  note,
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
  return (
    <PublicPage
      title={title}
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
        {lane ? <LaneChip lane={lane} large help /> : null}
        {status ? <StatusTag status={status} /> : null}
        <figure className="portal-qr__figure">
          <div className="portal-qr__paper">
            <img
              className="portal-qr__image"
              src={api.url(qrUrl, broken ? { again: broken } : {})}
              alt={text('qr.alt', { reference })}
              width={320}
              height={320}
              onError={() => broken < 2 && setTimeout(() => setBroken(broken + 1), 1000)}
            />
          </div>
          <figcaption className="portal-qr__caption">{caption ? <Text label={caption} /> : text('qr.caption')}</figcaption>
        </figure>
        <p className="portal-qr__reference">{reference}</p>
        <p className="govuk-body-l">
          <Text label={note} />
        </p>
        {children}
        {download ? (
          <div className="portal-no-print">
            <ButtonGroup>
              <Button busy={file.busy} onClick={() => file.download(download, fileName)}>
                {downloadLabel ? <Text label={downloadLabel} /> : text('action.download')}
              </Button>
            </ButtonGroup>
            <p className="govuk-hint portal-progress-line" role="status">
              {file.preparing ? text('action.preparing') : file.busy ? text('action.downloading') : ''}
            </p>
          </div>
        ) : null}
      </div>
    </PublicPage>
  );
}
