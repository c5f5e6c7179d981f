import { Button, type Label, useApi, useDownload, useText } from '@portal/web-kit';
import { t } from './texts.ts';

interface OfferedFile {
  label: Label;
  url: string;
  name: string;
  /** The longest wait for the file, in seconds; see `DownloadOptions`. */
  patience?: number;
}

/** Files to download, one at a time, because the service may still be generating a file. */
export function Files({ files }: { files: readonly OfferedFile[] }) {
  const text = useText();
  const { download, busy, preparing, failed } = useDownload(useApi());
  return (
    <div>
      <ul className="portal-imports__files">
        {files.map(({ label, url, name, patience }) => (
          <li key={url}>
            <Button variant="secondary" small busy={busy} onClick={() => download({ url }, name, { patience })}>
              {text(label)}
            </Button>
          </li>
        ))}
      </ul>
      <div role="status">{preparing ? <p className="govuk-body">{text(t.preparing)}</p> : null}</div>
      {failed ? (
        <p className="govuk-error-message" role="alert">
          {text(t.failed)}
        </p>
      ) : null}
    </div>
  );
}
