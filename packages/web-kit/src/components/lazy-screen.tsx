import {
  type ComponentProps,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useReducer,
  useState,
  useSyncExternalStore,
} from 'react';
import { LoadingPanel } from './states.tsx';

export type LazyScreen<Props> = FunctionComponent<Props> & {
  /** Loads the script before the screen is drawn. */
  preload: () => Promise<unknown>;
  /** As it was given. */
  load: () => Promise<unknown>;
};

const nothingToHear = () => () => undefined;

/** Whether React is drawing HTML for the gateway, or taking such HTML over. */
const useDrawnHtml = (): boolean =>
  useSyncExternalStore(
    nothingToHear,
    () => false,
    () => true,
  );

/**
 * A screen whose script is loaded when the screen is first drawn. It stands as soon as its script is there: what follows a placeholder of React's own `lazy`
 * is held back for 300 ms. HTML that the gateway delivered stays until then. A script that does not come is the fault of the nearest `ErrorBoundary`,
 * and is asked for again when that one tries again.
 * @param placeholder drawn until the script is there; a panel that says so unless given
 */
// biome-ignore lint/suspicious/noExplicitAny: a screen of any properties, as in the type of React's own `lazy`
export function lazyScreen<Screen extends ComponentType<any>>(
  load: () => Promise<{ default: Screen }>,
  placeholder: ReactNode = <LoadingPanel />,
): LazyScreen<ComponentProps<Screen>> {
  let Loaded: Screen | undefined;
  let loading: Promise<void> | undefined;
  let failed = false;
  const preload = (): Promise<void> => {
    loading ??= load().then(
      (module) => {
        Loaded = module.default;
      },
      (error) => {
        failed = true;
        throw error;
      },
    );
    return loading;
  };

  function LoadedScreen(props: ComponentProps<Screen>) {
    const drawnHtml = useDrawnHtml();
    const [, drawAgain] = useReducer((times: number) => times + 1, 0);
    const [failure, setFailure] = useState<{ error: unknown }>();
    const missing = !Loaded;
    // Begins before the placeholder is drawn. The script may be there when it is.
    if (missing) preload().catch(() => undefined);
    useEffect(() => {
      if (!missing) return;
      // The try of an earlier drawing.
      if (failed) loading = undefined;
      failed = false;
      preload().then(drawAgain, (error) => setFailure({ error }));
    }, [missing]);
    if (failure) throw failure.error;
    if (missing && drawnHtml) use(preload());
    return Loaded ? <Loaded {...props} /> : placeholder;
  }

  return Object.assign(
    (props: ComponentProps<Screen>) => (
      <Suspense fallback={placeholder}>
        <LoadedScreen {...props} />
      </Suspense>
    ),
    { preload, load },
  );
}
