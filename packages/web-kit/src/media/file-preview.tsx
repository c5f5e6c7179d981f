import { useEffect, useState } from 'react';
import type { Api } from '../api/api.ts';
import { IconButton } from '../components/button.tsx';
import { Heading } from '../components/content.tsx';
import { useKitText } from '../language/i18n.ts';
import { FILE_TYPES } from './media-files.ts';

type Loaded = { url: string; type: string } | 'loading' | 'failed';

/** Loads a file as an object URL of this page. Only the permitted file types are shown, so that a file can never open as a page of its own. */
function useLocalFile(api: Api, uid: string): Loaded {
  const [loaded, setLoaded] = useState<Loaded>('loading');
  useEffect(() => {
    const stopped = new AbortController();
    let url = '';
    setLoaded('loading');
    api.blob(`/v1/${uid}`, { signal: stopped.signal }).then(
      (blob) => {
        if (stopped.signal.aborted) return;
        const type = blob.type.split(';')[0] ?? '';
        if (!FILE_TYPES.includes(type)) return setLoaded('failed');
        url = URL.createObjectURL(new Blob([blob], { type }));
        setLoaded({ url, type });
      },
      () => !stopped.signal.aborted && setLoaded('failed'),
    );
    return () => {
      stopped.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [api, uid]);
  return loaded;
}

/** A preview below the table: a PDF in a frame, or a picture. */
export function FilePreview({ api, uid, name, onClose }: { api: Api; uid: string; name: string; onClose(): void }) {
  const text = useKitText();
  const file = useLocalFile(api, uid);
  const title = `${text('media.previewTitle')}: ${name}`;
  return (
    <section className="portal-preview portal-no-print" aria-label={title}>
      <div className="portal-preview__head">
        <Heading level={3}>{title}</Heading>
        <IconButton icon="close" label={text('action.close')} onClick={onClose} />
      </div>
      {typeof file === 'string' ? (
        <p className="govuk-body" role="status">
          {text(file === 'loading' ? 'media.working' : 'media.notFound')}
        </p>
      ) : file.type === 'application/pdf' ? (
        <iframe className="portal-preview__frame" src={file.url} title={title} />
      ) : (
        <img className="portal-preview__image" src={file.url} alt={name} />
      )}
    </section>
  );
}
