import { useEffect } from 'react';
import { useApi } from '../api/api.ts';
import { fromNetwork, type LoadedDocument } from '../document/use-document.ts';
import { useSession } from '../session/session.tsx';
import { keepConfirmation } from './waiting.ts';

/**
 * Stores a document and its QR code on this device for the journey, so that its page opens without a network.
 * @param path path of the document, such as `/v1/traveller/declaration/<id>`
 * @param envelope the service's answer with the document
 * @param wanted false if the page is not the traveller's own
 */
export function useKeptForJourney(path: string, envelope: LoadedDocument<object> | undefined, wanted: boolean): void {
  const api = useApi();
  const isOfficial = useSession().roles.length > 0;
  useEffect(() => {
    if (!wanted || isOfficial || !envelope || envelope.kept || !navigator.onLine) return;
    void keepConfirmation(
      `${api.prefix}${path}`,
      JSON.stringify(envelope),
      async (address) => new Response(await api.blob(address, { accept: 'image/png', headers: fromNetwork })),
    ).catch(() => undefined);
  }, [api, path, envelope, wanted, isOfficial]);
}
