import { asProblem, Button, type ErasureRequest, Modal, problemErrors, submitOnce, useFormat, useLanguage, useText } from '@portal/web-kit';
import { useId, useState } from 'react';
import { shellApi } from '../areas/clients.ts';
import type { Own } from './own-order.ts';

/** Dialog that requests the erasure of a document. It shows what is erased now and what the law requires to keep. */
export function AskForErasure({ own, onClose }: { own: Own; onClose: () => void }) {
  const text = useText();
  const { language } = useLanguage();
  const field = useId();
  const { id, title, reference, name } = own.document;
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const [request, setRequest] = useState<ErasureRequest>();
  const ask = async () => {
    setBusy(true);
    setFailed('');
    try {
      const url = `${own.from.kind.path}/${encodeURIComponent(id)}/erasure`;
      const sent = submitOnce<{ model: ErasureRequest }>(shellApi(own.from.area.api), {
        scope: url,
        url,
        body: { reason: reason.trim() },
        stands: ({ model }) => model.state !== 'REFUSED',
      });
      setRequest((await sent).model);
    } catch (error) {
      setFailed(problemErrors(asProblem(error), language)[0]?.message ?? '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={text('erasureOf.title', { title, reference: reference ?? name })}
      footer={
        request ? (
          <Button onClick={onClose}>{text('action.close')}</Button>
        ) : (
          <>
            <Button variant="warning" busy={busy} onClick={ask}>
              {text('erasureOf.ask')}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {text('action.cancel')}
            </Button>
          </>
        )
      }
    >
      {request ? (
        <div role="status">
          <p className="govuk-body govuk-!-font-weight-bold">{text('erasureOf.asked')}</p>
          <ErasureFacts request={request} />
        </div>
      ) : (
        <>
          <p className="govuk-body">{text('erasureOf.lead')}</p>
          <div className="govuk-form-group">
            <label className="govuk-label" htmlFor={field}>
              {text('erasureOf.reason')}
            </label>
            <textarea className="govuk-textarea" id={field} rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </div>
          <div role="alert">{failed ? <p className="govuk-error-message">{failed}</p> : null}</div>
        </>
      )}
    </Modal>
  );
}

/** Returns the state of a request in words: the day by which the office answers, or its answer. */
export function ErasureAnswer({ request: { state, dueAt, comment } }: { request: ErasureRequest }) {
  const text = useText();
  const format = useFormat();
  if (state === 'OPEN') return text('erasureOf.answer', { date: format.date(dueAt.slice(0, 10)) });
  return [text(state === 'GRANTED' ? 'erasureOf.granted' : 'erasureOf.refused'), comment].filter(Boolean).join(' ');
}

/** Shows what was erased at once, what must be kept by law and until when, and by when the office answers. */
export function ErasureFacts({ request }: { request: ErasureRequest }) {
  const { state, erasedNow, kept } = request;
  const text = useText();
  const format = useFormat();
  return (
    <>
      {state === 'GRANTED' ? null : (
        <p className="govuk-body">
          <ErasureAnswer request={request} />
        </p>
      )}
      {erasedNow.length > 0 ? (
        <>
          <h3 className="govuk-heading-s">{text('erasureOf.erased')}</h3>
          <ul className="govuk-list govuk-list--bullet">
            {erasedNow.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </>
      ) : null}
      {kept.length > 0 ? (
        <>
          <h3 className="govuk-heading-s">{text('erasureOf.kept')}</h3>
          <ul className="govuk-list govuk-list--bullet">
            {kept.map(({ what, until, why }) => (
              <li key={`${what} ${until}`}>
                {until ? text('erasureOf.keptUntil', { what, until: format.date(until.slice(0, 10)), why }) : text('erasureOf.keptOpen', { what, why })}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
