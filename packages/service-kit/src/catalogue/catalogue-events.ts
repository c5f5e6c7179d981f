/** Tells the services of this process that a catalogue has changed. Services in other processes notice within seconds by polling. */
type Listener = (catalogue: string) => void;

const listeners = new Set<Listener>();

/** Announces that a catalogue has changed and that its new records are now served. */
export function catalogueChanged(catalogue: string): void {
  for (const tell of listeners) tell(catalogue);
}

/** Calls `listener` with the name of each catalogue that changes. @returns a function that ends the subscription */
export function onCatalogueChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
