import React, { startTransition } from 'react';
import * as ReactDOMClient from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import singleSpaReact from 'single-spa-react';
import { documentKey } from '../document/use-document.ts';
import { initI18n } from '../language/i18n.ts';
import { createQueryClient } from '../query.ts';
import { type AreaDefinition, type AreaProps, AreaRoot, Crashed, idPrefix, nameStatuses } from './area-root.tsx';

/** How long, in ms, a document that came with the page counts as fresh and is not fetched again. */
const GIVEN_IS_NEW = 30_000;

export type Lifecycle = (props: AreaProps) => Promise<unknown>;
export interface AreaLifecycles {
  bootstrap: Lifecycle;
  mount: Lifecycle;
  unmount: Lifecycle;
}

/** Creates the single-spa lifecycles with which the shell mounts an area. The router has no basename, because an area owns several address prefixes. */
export function defineArea(definition: AreaDefinition): AreaLifecycles {
  nameStatuses(definition);
  // The cache outlives the mount, so that an area shows its last data at once when it is entered again.
  const cache = createQueryClient();
  const Root = (props: AreaProps) => <AreaRoot definition={definition} props={props} cache={cache} Router={BrowserRouter} />;
  const identifierPrefix = idPrefix(definition.name);
  let renderType: 'createRoot' | 'hydrateRoot' = 'createRoot';
  const lifecycles = singleSpaReact<AreaProps>({
    React,
    ReactDOMClient: {
      createRoot: (element: HTMLElement) => ReactDOMClient.createRoot(element, { identifierPrefix }),
      hydrateRoot: (element: HTMLElement, app: React.ReactNode) => ReactDOMClient.hydrateRoot(element, app, { identifierPrefix }),
    },
    renderType: () => renderType,
    rootComponent: Root as never,
    // Catches a crash in the providers, which are outside the inner boundary.
    errorBoundary: (error, _info, props) => {
      const { onCrash } = props as unknown as AreaProps;
      return onCrash ? <Crashed error={error} onCrash={onCrash} /> : <p role="alert">{error.message}</p>;
    },
  }) as unknown as AreaLifecycles;
  return {
    bootstrap: lifecycles.bootstrap,
    mount: (props) => {
      initI18n(props.language);
      const { document: given } = props;
      if (given) cache.setQueryData(documentKey(given.kind, given.id), given.answer, { updatedAt: Date.now() + GIVEN_IS_NEW });
      renderType = props.prerendered ? 'hydrateRoot' : 'createRoot';
      // Mounts in a React transition, so that React renders in short pieces and the page stays responsive.
      let mounted: Promise<unknown> | undefined;
      startTransition(() => {
        mounted = lifecycles.mount(props);
      });
      return mounted ?? Promise.resolve();
    },
    unmount: lifecycles.unmount,
  };
}

/** Does the same as `defineArea` for an area whose code is loaded and run in several tasks (`inTasks`). */
export function defineLateArea(load: () => Promise<AreaDefinition>): AreaLifecycles {
  let defined: Promise<AreaLifecycles> | undefined;
  const area = (): Promise<AreaLifecycles> => (defined ??= load().then(defineArea));
  return {
    bootstrap: async (props) => (await area()).bootstrap(props),
    mount: async (props) => (await area()).mount(props),
    unmount: async (props) => (await area()).unmount(props),
  };
}
