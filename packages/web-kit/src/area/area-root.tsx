import type { Bilingual } from '@portal/contract-kit';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { ApiContext, createApi } from '../api/api.ts';
import type { Transport } from '../api/transport.ts';
import { ErrorBoundary } from '../components/states.tsx';
import { statusKey } from '../components/status.ts';
import { AreaNameContext, addText } from '../language/i18n.ts';
import { createQueryClient } from '../query.ts';
import { SessionProvider } from '../session/session.tsx';
import type { SessionData } from '../session/session-store.ts';

/** What the shell gives an area when it mounts it. */
export interface AreaProps {
  name: string;
  domElement: HTMLElement;
  /** True where `domElement` holds the HTML that was published with this version of the area: React takes it over as it is. */
  prerendered?: boolean;
  /** The area's service, as `/api/trips`. */
  api?: string;
  /** Calls the area's service with the area's own token. Other areas cannot use it. */
  transport?: Transport;
  session?: SessionData;
  /** The page's language. */
  language?: string;
  /** The document in the address, where the gateway has asked for it already: its kind, as `/v1/triptic/trip`, and the answer of the service. */
  document?: { kind: string; id: string; answer: object };
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

/** Distinguishes the ids that React makes in an area from those of the shell and of other areas. */
export const idPrefix = (area: string): string => `${area}-`;

/** Makes the area's statuses known to the components that show them. */
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
export function Crashed({ error, onCrash }: { error: Error; onCrash: (error: Error) => void }) {
  useEffect(() => {
    const timer = setTimeout(() => onCrash(error));
    return () => clearTimeout(timer);
  }, [error, onCrash]);
  return null;
}

interface AreaRootProps {
  definition: AreaDefinition;
  props: Pick<AreaProps, 'api' | 'transport' | 'session' | 'onCrash'>;
  cache: QueryClient;
  /** The browser's router; where the HTML is published, one with a fixed address. */
  Router: ComponentType<{ children: ReactNode }>;
}

/** The area's app with everything around it. The published HTML and the page draw the same. */
export function AreaRoot({ definition, props, cache, Router }: AreaRootProps) {
  const { App } = definition;
  return (
    <KitProviders name={definition.name} api={props.api ?? definition.api} transport={props.transport} session={props.session} cache={cache}>
      <ErrorBoundary fallback={props.onCrash ? (_retry, error) => <Crashed error={error} onCrash={props.onCrash as (error: Error) => void} /> : undefined}>
        <Router>
          <App />
        </Router>
      </ErrorBoundary>
    </KitProviders>
  );
}
