import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useKitText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { Button, type ButtonVariant, IconButton } from './button.tsx';
import { Text } from './text.tsx';

/** A dialog that uses the native element: the browser traps the focus, closes the dialog on Escape and restores the focus. */
export function Modal({
  open,
  onClose,
  title,
  children,
  footer,
  wide,
  alert,
}: {
  open: boolean;
  onClose: () => void;
  title: Label;
  children: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  alert?: boolean;
}) {
  const text = useKitText();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the dialog is drawn (open) and undoes itself when it goes
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open) return;
    const before = document.activeElement;
    element.showModal();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={dialog}
      className={`portal-dialog${wide ? ' portal-dialog--wide' : ''}`}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="portal-dialog__head">
        <h2 className="govuk-heading-m" id={id} tabIndex={-1}>
          <Text label={title} />
        </h2>
        <IconButton icon="close" label={text('action.close')} onClick={onClose} />
      </div>
      <div className="portal-dialog__body">{children}</div>
      {footer ? <div className="portal-dialog__foot govuk-button-group">{footer}</div> : null}
    </dialog>
  );
}

/** A dialog that asks for confirmation before an action. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel,
  variant = 'primary',
}: {
  open: boolean;
  onClose: () => void;
  onConfirm: () => unknown;
  title: Label;
  children?: ReactNode;
  confirmLabel?: Label;
  variant?: ButtonVariant;
}) {
  const text = useKitText();
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      alert
      footer={
        <>
          <Button variant={variant} onClick={onConfirm}>
            {confirmLabel ? <Text label={confirmLabel} /> : text('action.confirm')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {text('action.cancel')}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
