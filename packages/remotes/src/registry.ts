/** @typedef {import('./store.mjs').Registry} Registry */

/**
 * @param {string | undefined} text @param {string} where
 * @returns {Registry}
 */
export function parseRegistry(text, where) {
  if (text === undefined) return { generation: 0, areas: [] };
  try {
    const registry = JSON.parse(text);
    if (!Array.isArray(registry?.areas)) throw new Error('it lists no areas');
    return registry;
  } catch (error) {
    throw new Error(`${where} cannot be read (${/** @type {Error} */ (error).message}). Restore it from a backup, or delete it and publish the areas again.`);
  }
}

/**
 * The registry after a change.
 * @param {Registry} before @param {NonNullable<Awaited<ReturnType<import('./store.mjs').Update>>>} next
 * @returns {Registry & { change: import('./store.mjs').Change }}
 */
export function following(before, { areas, entry }) {
  const generation = before.generation + 1;
  return {
    generation,
    areas: areas.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    change: { at: new Date().toISOString(), generation, ...entry },
  };
}
