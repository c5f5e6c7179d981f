/** Tells the services of this process that a catalogue has changed. Those of other processes find out within seconds, by asking. */
type Listener = (catalogue: string) => void;

const listeners = new Set<Listener>();

/** Says that from now on this catalogue is answered with its change. */
export function catalogueChanged(catalogue: string): void {
  for (const tell of listeners) tell(catalogue);
}

/** @returns ends it */
export function onCatalogueChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
