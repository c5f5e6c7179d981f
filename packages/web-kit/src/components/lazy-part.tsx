import { type ComponentProps, type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useReducer } from 'react';
import { useKitText } from '../language/i18n.ts';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { ErrorBoundary } from './states.tsx';

interface LazyPartOptions {
  /** What is drawn where the script does not come: a message with a button to try again, the same as a dialog (which needs `onClose`), or nothing. */
  failure?: 'message' | 'dialog' | 'nothing';
  /** Drawn until the script is there. */
  placeholder?: ReactNode;
}

/**
 * A part of a page whose script is loaded when the part is first drawn. A network that loses the script costs this part alone: the page around it
 * stays, and the script is asked for again at the next try.
 */
// biome-ignore lint/suspicious/noExplicitAny: a part of any properties, as in the type of React's own `lazy`
export function lazyPart<Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
  { failure = 'message', placeholder = null }: LazyPartOptions = {},
): FunctionComponent<ComponentProps<Part>> {
  let Loaded = lazy(load);
  // A failed `lazy` stays failed.
  const renew = () => {
    Loaded = lazy(load);
  };
  const Failed: FunctionComponent<FailedProps> = { message: FailedPart, dialog: FailedDialog, nothing: () => null }[failure];
  return function LazyPart(props) {
    const [, drawAgain] = useReducer((times: number) => times + 1, 0);
    return (
      <ErrorBoundary onError={renew} onRetry={drawAgain} fallback={(retry) => <Failed retry={retry} onClose={props.onClose} />}>
        <Suspense fallback={placeholder}>
          <Loaded {...props} />
        </Suspense>
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
  return (
    <Modal open alert title={text('page.failure')} onClose={() => onClose?.()} footer={<Button onClick={retry}>{text('action.retry')}</Button>}>
      <p className="govuk-body">{text('page.crashText')}</p>
    </Modal>
  );
}
