import { addTexts, Button, type ListResult, useNavigate, useText } from '@portal/web-kit';
import { useLiveEvents } from '@portal/web-kit/live';
import { useState } from 'react';
import { shellApi } from '../areas/clients.ts';
import type { FoundDocument } from '../pages/searching.ts';
import { kindsOf } from './staff-menu.ts';
import { toastTexts } from './staff-toasts.texts.ts';
import { isNews, mostNamed, type Toast, withNews, without } from './toasts.ts';
import { useRegistry } from './use-registry.ts';

addTexts('shell', toastTexts);

/**
 * Toasts about cases of the officer: the officer is named in a note, an applicant has answered, or a case was escalated. A toast stays until it is opened or
 * closed.
 */
export default function StaffToasts() {
  const text = useText();
  const navigate = useNavigate();
  const registry = useRegistry();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [lost, setLost] = useState('');
  useLiveEvents((event) => {
    if (isNews(event)) setToasts((now) => withNews(now, event));
  });
  const kinds = kindsOf(registry?.areas ?? []);

  // An event contains only the reference of a case. Ask the area for the address of the case.
  const open = async (toast: Toast, reference: string) => {
    setLost('');
    const api = kinds.find(({ kind }) => kind.path === toast.kind)?.area.api ?? '';
    const { records } = await shellApi(api)
      .post<ListResult<FoundDocument>>('/v1/lookup', { text: reference }, { inNobodysName: true })
      .catch(() => ({ records: [] as FoundDocument[] }));
    const found = records.find((record) => record.reference === reference);
    if (!found) {
      setLost(text('toasts.lost', { reference }));
      return;
    }
    setToasts((now) => without(now, toast, reference));
    navigate(found.url);
  };

  return (
    <section className="shell-toasts" aria-label={text('toasts.title')}>
      <div role="status">
        {toasts.map((toast) => {
          const kind = kinds.find((each) => each.kind.path === toast.kind)?.kind;
          const words = text(`toasts.${toast.name}`, { kind: kind ? text(kind.title) : '' });
          const more = toast.references.length - mostNamed;
          return (
            <div key={`${toast.name} ${toast.kind}`} className={`shell-toast shell-toast--${toast.name}`}>
              <p className="shell-toast__words">
                {words}{' '}
                {toast.references.slice(0, mostNamed).map((reference) => (
                  <Button key={reference} variant="link" onClick={() => open(toast, reference)}>
                    {reference}
                  </Button>
                ))}
                {more > 0 ? <span> {text('toasts.more', { count: more })}</span> : null}
              </p>
              <Button
                variant="link"
                aria-label={text('toasts.dismiss', { words })}
                onClick={() => setToasts((now) => now.filter(({ name, kind: of }) => name !== toast.name || of !== toast.kind))}
              >
                {text('toasts.close')}
              </Button>
            </div>
          );
        })}
        {lost ? <p className="shell-toast">{lost}</p> : null}
      </div>
    </section>
  );
}
