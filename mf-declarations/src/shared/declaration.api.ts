import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import { type Api, useApi, useQuery } from '@portal/web-kit';

export type Kind = 'traveller' | 'departure';

/** A document by its id, or a blank one with the actions that register it. */
export const loadDeclaration = <Model extends object>(api: Api, kind: Kind, id?: string, signal?: AbortSignal): Promise<DocumentEnvelope<Model>> =>
  api.get<DocumentEnvelope<Model>>(id ? `/v1/${kind}/declaration/${encodeURIComponent(id)}/document` : `/v1/${kind}/declaration/info`, { signal });

/** `loadDeclaration` for a screen. */
export function useDeclaration<Model extends object>(kind: Kind, id?: string) {
  const api = useApi();
  return useQuery({
    queryKey: declarationKey(kind, id),
    queryFn: ({ signal }) => loadDeclaration<Model>(api, kind, id, signal),
    // What was typed into a form must not be replaced behind the traveller's back.
    staleTime: id ? 0 : Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
}

export const declarationKey = (kind: Kind, id?: string) => ['declarations', kind, id ?? 'info'];

/** The offered action of a name, in a form mode. */
export const actionFor = (actions: readonly OfferedAction[] | undefined, name: string, mode: string): OfferedAction | undefined =>
  actions?.find((action) => action.name === name && (action.modes.includes(mode) || action.modes.includes('*')));
