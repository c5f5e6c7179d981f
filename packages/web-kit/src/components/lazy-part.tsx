import { type ComponentProps, type ComponentType, type FunctionComponent, type ReactNode, useState } from 'react';
import { areAnswersKept } from '../draft/keeping.ts';
import { useKitText } from '../language/i18n.ts';
import { Button } from './button.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { Modal } from './modal.tsx';
import { ErrorBoundary } from './states.tsx';

interface LazyPartOptions {
  /** What is shown when the script cannot be loaded: a message with a button to try again, the same as a dialog (which needs `onClose`), or nothing. */
  failure?: 'message' | 'dialog' | 'nothing';
  /** Shown until the script has loaded. */
  placeholder?: ReactNode;
}

/**
 * Lazy-loads a part of a page: its script is loaded when the part is first rendered. If the script cannot be loaded, only this part fails. The page around it
 * stays, and the next attempt requests the script again.
 */
// biome-ignore lint/suspicious/noExplicitAny: a part of any properties, as in the type of React's own `lazy`
export function lazyPart<Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
  { failure = 'message', placeholder = null }: LazyPartOptions = {},
): FunctionComponent<ComponentProps<Part>> {
  const Loaded = lazyScreen(load, placeholder);
  const Failed: FunctionComponent<FailedProps> = { message: FailedPart, dialog: FailedDialog, nothing: () => null }[failure];
  return function LazyPart(props) {
    return (
      <ErrorBoundary fallback={(retry) => <Failed retry={retry} onClose={props.onClose} />}>
        <Loaded {...props} />
      </ErrorBoundary>
    );
  };
}

interface FailedProps {
  retry: () => void;
  onClose?: () => void;
}

function FailedPart({ retry }: FailedProps) {
  const text = useKitText();
  return (
    <div role="alert">
      <p className="govuk-error-message">{text('page.failure')}</p>
      <Button variant="secondary" onClick={retry}>
        {text('action.retry')}
      </Button>
    </div>
  );
}

function FailedDialog({ retry, onClose }: FailedProps) {
  const text = useKitText();
  const [keeps] = useState(areAnswersKept);
  return (
    <Modal open alert title={text('page.failure')} onClose={() => onClose?.()} footer={<Button onClick={retry}>{text('action.retry')}</Button>}>
      <p className="govuk-body">{text(keeps ? 'page.crashText' : 'errors.failed')}</p>
    </Modal>
  );
}
