/** Prefix of the ids that React makes in the shell. It distinguishes them from the ids of the areas. */
export const ID_PREFIX = 'shell-';

/** The prerendered HTML of an area in the page: the element of its adapter, and the element that the area hydrates. */
export interface PrerenderedArea {
  box: HTMLElement;
  target: HTMLElement;
}

const boxIn = (root: HTMLElement | null): HTMLElement | null => root?.querySelector<HTMLElement>(':scope > [data-area]') ?? null;
const areaRoot = () => document.getElementById('area-root');

/** Returns the name of the area whose prerendered HTML the gateway put into the page. */
export const prerenderedArea = (): string | undefined => boxIn(areaRoot())?.dataset.area;

/**
 * Removes the prerendered HTML of an area that no script will hydrate, because the visitor has left the area or its script cannot be loaded. @param current
 * name of the area whose HTML stays
 */
export function removePrerenderedArea(current?: string): void {
  const box = boxIn(areaRoot());
  if (box && !box.dataset.taken && box.dataset.area !== current) box.remove();
}

/**
 * Takes the prerendered HTML that the gateway put into the page for an area, once. It is used only with the scripts of the same version, in its language and at
 * its address; otherwise it is removed.
 */
export function takePrerenderedArea(area: { name: string; version: string }, language: string): PrerenderedArea | undefined {
  const box = boxIn(areaRoot());
  const target = box?.firstElementChild;
  if (!box) return undefined;
  const { area: name, version, language: drawnIn, path, taken } = box.dataset;
  // A screen may keep state in the browser's history. The gateway does not know it, so the prerendered HTML would not match.
  const { usr: kept } = (history.state ?? {}) as { usr?: unknown };
  const fits = name === area.name && version === area.version && drawnIn === language && path === `${location.pathname}${location.search}` && !kept && !taken;
  if (!fits || !(target instanceof HTMLElement)) {
    if (!taken) box.remove();
    return undefined;
  }
  box.dataset.taken = 'yes';
  return { box, target };
}
