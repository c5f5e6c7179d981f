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
  /** Loads the script before the screen is rendered. */
  preload: () => Promise<unknown>;
  /** The loader function as it was passed in. */
  load: () => Promise<unknown>;
};

const nothingToHear = () => () => undefined;

/** Whether React is prerendering HTML on the server, or hydrating such HTML. */
const useDrawnHtml = (): boolean =>
  useSyncExternalStore(
    nothingToHear,
    () => false,
    () => true,
  );

/**
 * Lazy-loads a screen: its script is loaded when the screen is first rendered. The screen appears as soon as its script has loaded, whereas React's own `lazy`
 * holds back what follows a placeholder for 300 ms. Prerendered HTML that the gateway delivered stays visible until then. If the script cannot be loaded, the
 * nearest `ErrorBoundary` shows the error, and a retry there requests the script again.
 * @param placeholder what is shown until the script has loaded; a loading panel by default
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
    // Loading begins before the placeholder is rendered, so that the script may already be there when the effect runs.
    if (missing) preload().catch(() => undefined);
    useEffect(() => {
      if (!missing) return;
      // An earlier rendering tried and failed, so the script is requested again.
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
