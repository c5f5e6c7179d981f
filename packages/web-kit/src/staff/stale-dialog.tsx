import type { ReactNode } from 'react';
import type { ApiProblem } from '../api/problem.ts';
import { Button } from '../components/button.tsx';
import { Modal } from '../components/modal.tsx';
import { useStatusName } from '../components/use-status-name.ts';
import { useFormat } from '../language/format.ts';
import { useKitText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';

export interface StaleDialogProps {
  /** The 409 `STALE_VERSION` problem. Its `current` tells who changed what. */
  problem: ApiProblem;
  /** Loads the newest version. The caller must keep what the officer typed. */
  onReload: () => unknown;
  onClose: () => void;
  /** What the officer typed, shown so that it can be read and copied. */
  typed?: string;
  /** The title, and what was changed, of something other than a document. */
  title?: Label;
  children?: ReactNode;
}

/** A dialog that appears when somebody else has changed the document first: it says who, what and when, and that nothing the officer typed is lost. */
export function StaleDialog({ problem, onReload, onClose, typed, title, children }: StaleDialogProps) {
  const text = useKitText();
  const format = useFormat();
  const { current } = problem;
  const nameOf = useStatusName();
  return (
    <Modal
      open
      alert
      onClose={onClose}
      title={title ?? text('stale.title')}
      footer={
        <>
          <Button onClick={onReload}>{text('stale.reload')}</Button>
          <Button variant="secondary" onClick={onClose}>
            {text('action.close')}
          </Button>
        </>
      }
    >
      {children ?? (
        <p className="govuk-body">
          {current
            ? text('stale.text', {
                name: current.changedBy,
                action: current.action,
                when: format.dateTime(current.changedAt),
                status: nameOf(current.documentStatus),
                version: current.version,
              })
            : text('stale.unknown')}
        </p>
      )}
      {typed ? (
        <>
          <p className="govuk-body">{text('stale.kept')}</p>
          <blockquote className="portal-typed">{typed}</blockquote>
        </>
      ) : null}
    </Modal>
  );
}
