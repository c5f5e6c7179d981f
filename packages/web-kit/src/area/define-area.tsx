import type { Bilingual } from '@portal/contract-kit';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import React, { type ComponentType, type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import * as ReactDOMClient from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import singleSpaReact from 'single-spa-react';
import { ApiContext, createApi } from '../api/api.ts';
import type { Transport } from '../api/transport.ts';
import { ErrorBoundary } from '../components/states.tsx';
import { statusKey } from '../components/status.ts';
import { AreaNameContext, addText, initI18n } from '../language/i18n.ts';
import { createQueryClient } from '../query.ts';
import { SessionProvider } from '../session/session.tsx';
import type { SessionData } from '../session/session-store.ts';

/** What the shell gives an area when it mounts it. */
export interface AreaProps {
  name: string;
  domElement: HTMLElement;
  /** The area's service, as `/api/trips`. */
  api?: string;
  /** Calls the area's service with the area's own token. Other areas cannot use it. */
  transport?: Transport;
  session?: SessionData;
  /** The page's language. */
  language?: string;
  /** A crash while rendering: the shell shows its panel for this area. */
  onCrash?: (error: Error) => void;
}

export interface AreaDefinition {
  name: string;
  /** The labels of the area's statuses, from its contract. */
  statuses?: Readonly<Record<string, Bilingual>>;
  App: ComponentType;
  /** The prefix of the service where the shell gives none. */
  api?: string;
}

export type Lifecycle = (props: AreaProps) => Promise<unknown>;
export interface AreaLifecycles {
  bootstrap: Lifecycle;
  mount: Lifecycle;
  unmount: Lifecycle;
}

interface KitProvidersProps {
  name: string;
  api?: string;
  transport?: Transport;
  session?: SessionData;
  /** The query cache; each area has its own, so that no area reads another's data. */
  cache?: QueryClient;
  children: ReactNode;
}

/** The providers that the screens of an area need. The shell's own pages use them too. */
export function KitProviders({ name, api = '', transport, session, cache, children }: KitProvidersProps) {
  const [own] = useState(() => cache ?? createQueryClient());
  const client = useMemo(() => createApi(api, transport), [api, transport]);
  return (
    <QueryClientProvider client={own}>
      <SessionProvider initial={session}>
        <AreaNameContext value={name}>
          <ApiContext value={client}>{children}</ApiContext>
        </AreaNameContext>
      </SessionProvider>
    </QueryClientProvider>
  );
}

/** Reports a crash to the shell after React has finished rendering. Before that, React could not unmount the area. */
function Crashed({ error, onCrash }: { error: Error; onCrash: (error: Error) => void }) {
  useEffect(() => {
    const timer = setTimeout(() => onCrash(error));
    return () => clearTimeout(timer);
  }, [error, onCrash]);
  return null;
}

function AreaRoot({ definition, props, cache }: { definition: AreaDefinition; props: AreaProps; cache: QueryClient }) {
  const { App } = definition;
  return (
    <KitProviders name={definition.name} api={props.api ?? definition.api} transport={props.transport} session={props.session} cache={cache}>
      <ErrorBoundary fallback={props.onCrash ? (_retry, error) => <Crashed error={error} onCrash={props.onCrash as (error: Error) => void} /> : undefined}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </ErrorBoundary>
    </KitProviders>
  );
}

/** Turns an area's app into the lifecycles that the shell mounts. No basename: an area owns several prefixes. */
export function defineArea(definition: AreaDefinition): AreaLifecycles {
  for (const [status, words] of Object.entries(definition.statuses ?? {})) addText(definition.name, statusKey(status), words);
  // The cache outlives the mount, so that an area shows its last data at once when it is entered again.
  const cache = createQueryClient();
  const Root = (props: AreaProps) => <AreaRoot definition={definition} props={props} cache={cache} />;
  const lifecycles = singleSpaReact<AreaProps>({
    React,
    ReactDOMClient,
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
      // As a transition, so that React renders in short pieces and the page stays responsive.
      let mounted: Promise<unknown> | undefined;
      startTransition(() => {
        mounted = lifecycles.mount(props);
      });
      return mounted ?? Promise.resolve();
    },
    unmount: lifecycles.unmount,
  };
}
