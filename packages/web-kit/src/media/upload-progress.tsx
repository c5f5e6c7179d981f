import { Button } from '../components/button.tsx';
import { useKitText } from '../language/i18n.ts';
import type { UploadState } from './use-upload.ts';

/** The progress of an upload, with a button to cancel it and, after a dropped connection, a button to send it again. */
export function UploadProgress({ state, onCancel, onRetry }: { state: UploadState; onCancel: () => void; onRetry: () => void }) {
  const text = useKitText();
  return (
    <div className="portal-upload__progress">
      {state.at === 'sending' ? (
        <>
          <progress className="portal-upload__bar" max={100} value={state.percent} aria-label={text('media.upload')} />
          <p className="govuk-body-s">{text('media.uploading', { name: state.name, percent: state.percent })}</p>
          <Button variant="secondary" small onClick={onCancel}>
            {text('media.cancel')}
          </Button>
        </>
      ) : null}
      {state.at === 'failed' && state.mayRetry ? (
        <Button variant="secondary" small onClick={onRetry}>
          {text('media.retry')}
        </Button>
      ) : null}
      <p className="govuk-body-s portal-upload__done" role="status">
        {state.at === 'done' ? text('media.uploaded', { name: state.name }) : ''}
      </p>
    </div>
  );
}
