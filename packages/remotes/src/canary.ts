/** @typedef {import('./store.mjs').Store} Store */

/** Steps a canary may stand at; at 100 it is the stable version. */
export const shares = [1, 10, 50, 100];

/** The areas with one of them in the place of its former self. @param {import('./signing.mjs').Area[]} areas @param {import('./signing.mjs').Area} area */
export const replaced = (areas, area) => [...areas.filter(({ name }) => name !== area.name), area];

/**
 * Takes an area's canary away: every visitor gets the stable entry, whose signature still holds, so that this needs no key.
 * @param {object} options
 * @param {Store} options.store
 * @param {string} options.area
 * @param {string} [options.signature] only this canary; another one stays
 * @param {string} options.why @param {string} options.by
 * @returns {Promise<{ version: string | undefined, generation: number }>} the version it was; undefined when there was none
 */
export async function abortCanary({ store, area, signature, why, by }) {
  /** @type {string | undefined} */
  let version;
  const { generation } = await store.update(async ({ areas }) => {
    version = undefined;
    const live = areas.find(({ name }) => name === area);
    if (!live?.canary || (signature && live.canary.signature !== signature)) return undefined;
    const { canary, ...stable } = live;
    version = canary.version;
    return {
      areas: replaced(areas, stable),
      entry: { action: 'abort', area, version: stable.version, from: canary.version, share: canary.share, why, by },
    };
  });
  return { version, generation };
}
