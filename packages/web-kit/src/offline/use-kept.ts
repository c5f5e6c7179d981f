import { useEffect } from 'react';
import { useApi } from '../api/api.ts';
import { useSession } from '../session/session.tsx';
import { keepConfirmation } from './waiting.ts';

/**
 * Keeps a document and its code on this device for the journey, so that its page opens without network.
 * @param path of the document, as `/v1/traveller/declaration/<id>`
 * @param envelope what the service said of it
 * @param wanted false where the page is not the traveller's own
 */
export function useKeptForJourney(path: string, envelope: object | undefined, wanted: boolean): void {
  const api = useApi();
  const isOfficial = useSession().roles.length > 0;
  useEffect(() => {
    if (!wanted || isOfficial || !envelope || !navigator.onLine) return;
    void keepConfirmation(
      `${api.prefix}${path}`,
      JSON.stringify(envelope),
      async (address) => new Response(await api.blob(address, { accept: 'image/png' })),
    ).catch(() => undefined);
  }, [api, path, envelope, wanted, isOfficial]);
}
