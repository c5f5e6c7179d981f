import type { Bilingual } from '@portal/contract-kit';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { ApiContext, createApi } from '../api/api.ts';
import type { Transport } from '../api/transport.ts';
import { ErrorBoundary } from '../components/states.tsx';
import { statusKey } from '../components/status.ts';
import { areAnswersKept } from '../draft/keeping.ts';
import { AreaNameContext, addText } from '../language/i18n.ts';
import { createQueryClient } from '../query.ts';
import { SessionProvider } from '../session/session.tsx';
import type { SessionData } from '../session/session-store.ts';

/** The properties that the shell passes to an area when it mounts it. */
export interface AreaProps {
  name: string;
  domElement: HTMLElement;
  /** Whether `domElement` already holds the HTML that was prerendered with this version of the area. React then hydrates it. */
  prerendered?: boolean;
  /** The prefix of the area's service, such as `/api/trips`. */
  api?: string;
  /** Calls the area's service with the area's own token. Other areas cannot use it. */
  transport?: Transport;
  session?: SessionData;
  /** The page's language. */
  language?: string;
  /**
   * The document that the page's address names, if the gateway has already fetched it: the path of its kind, such as `/v1/triptic/trip`, its id, and the answer
   * of the service.
   */
  document?: { kind: string; id: string; answer: object };
  /**
   * Called after a crash while rendering, so that the shell shows its error panel in place of this area.
   * @param kept whether what was typed on the page that crashed is kept
   */
  onCrash?: (error: Error, kept: boolean) => void;
}

export interface AreaDefinition {
  name: string;
  /** The labels of the area's statuses, from its contract. */
  statuses?: Readonly<Record<string, Bilingual>>;
  App: ComponentType;
  /** The prefix of the area's service, used when the shell does not pass one. */
  api?: string;
}

/** Returns the prefix of the ids that React generates in an area. It keeps them apart from those of the shell and of other areas. */
export const idPrefix = (area: string): string => `${area}-`;

/** Registers the labels of the area's statuses, so that components can show them. */
export function nameStatuses({ name, statuses = {} }: AreaDefinition): void {
  for (const [status, words] of Object.entries(statuses)) addText(name, statusKey(status), words);
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

/** The context providers that an area's screens need. The shell's own pages use them too. */
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
export function Crashed({ error, onCrash }: { error: Error; onCrash: NonNullable<AreaProps['onCrash']> }) {
  // Read once, because the form that stopped working is removed with its draft's note.
  const [kept] = useState(areAnswersKept);
  useEffect(() => {
    const timer = setTimeout(() => onCrash(error, kept));
    return () => clearTimeout(timer);
  }, [error, onCrash, kept]);
  return null;
}

interface AreaRootProps {
  definition: AreaDefinition;
  props: Pick<AreaProps, 'api' | 'transport' | 'session' | 'onCrash'>;
  cache: QueryClient;
  /** The browser's router, or a router with a fixed address when the HTML is prerendered. */
  Router: ComponentType<{ children: ReactNode }>;
}

/** The area's app with its providers and error boundary. Prerendering and the browser render the same tree, so that React can hydrate it. */
export function AreaRoot({ definition, props, cache, Router }: AreaRootProps) {
  const { App } = definition;
  const { onCrash } = props;
  return (
    <KitProviders name={definition.name} api={props.api ?? definition.api} transport={props.transport} session={props.session} cache={cache}>
      <ErrorBoundary fallback={onCrash ? (_retry, error) => <Crashed error={error} onCrash={onCrash} /> : undefined}>
        <Router>
          <App />
        </Router>
      </ErrorBoundary>
    </KitProviders>
  );
}
