/** Describes an element that a journey looks for, by its role and by the name that a reader sees. */
export interface Query {
  role: 'button' | 'link' | 'textbox' | 'select' | 'combobox' | 'radio' | 'checkbox' | 'option' | 'file' | 'image' | 'heading' | 'row';
  /** The beginning of the element's name. */
  name: string;
  /** Whether `name` is the whole name. */
  exact?: boolean;
  /** The group, region or dialog that contains the element. */
  inside?: { role: 'group' | 'region' | 'dialog' | 'row'; name: string };
  /** The position among several matching elements. */
  index?: number;
}

/** The action on the element. */
export type ElementAction =
  | { kind: 'count' }
  | { kind: 'read' }
  /** Scrolls the first clickable element into view. */
  | { kind: 'point' }
  /** Selects an option of a list by its label or index. */
  | { kind: 'choose'; option: string | number }
  | { kind: 'clear' };

export interface ElementState {
  count: number;
  /** The point at which the element can be clicked; missing while something covers it. */
  point?: { x: number; y: number };
  value?: string;
  checked?: boolean;
  text?: string;
  done?: boolean;
}

/** Runs in the page: finds an element and performs an action on it. It must not refer to anything outside itself. */
export function actOnElement({ query, wish }: { query: Query; wish: ElementAction }): ElementState {
  const selectors: Record<string, string> = {
    button: 'button, input[type=submit], [role=button], summary',
    link: 'a[href]:not([role])',
    textbox: 'input:not([type=radio], [type=checkbox], [type=file], [type=hidden], [type=submit], [role=combobox]), textarea',
    select: 'select',
    combobox: 'input[role=combobox]',
    radio: 'input[type=radio]',
    checkbox: 'input[type=checkbox]',
    option: '[role=option]',
    file: 'input[type=file]',
    image: 'img, svg[role=img]',
    heading: 'h1',
    row: 'tr',
    group: 'fieldset, [role=group]',
    region: 'section, [role=region]',
    dialog: 'dialog[open]',
  };
  const spaces = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
  const shown = (element: Element): string => spaces((element as HTMLElement).innerText ?? element.textContent);
  const named = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby');
    if (by)
      return by
        .split(' ')
        .map((id) => shown(document.getElementById(id) ?? element))
        .join(' ');
    const label = element.getAttribute('aria-label');
    if (label) return label;
    const { labels, value } = element as HTMLInputElement;
    if (labels?.length) return [...labels].map(shown).join(' ');
    if (element.tagName === 'FIELDSET') return shown(element.querySelector('legend') ?? element);
    if (element.tagName === 'DIALOG') return shown(element.querySelector('h1, h2, h3') ?? element);
    if (element.tagName === 'IMG') return element.getAttribute('alt') ?? '';
    return element.tagName === 'INPUT' ? (value ?? '') : shown(element);
  };
  const visible = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  const all = (within: ParentNode, role: string, name: string, exact = false): Element[] =>
    [...within.querySelectorAll(selectors[role] as string)].filter(
      (element) => visible(element) && (exact ? named(element) === name : named(element).startsWith(name)),
    );
  const places = query.inside ? all(document, query.inside.role, query.inside.name) : [document];
  // A row can be identified by the text of any of its cells.
  const rows = query.inside?.role === 'row' ? [...document.querySelectorAll('tr')].filter((row) => shown(row).includes(query.inside?.name ?? '')) : undefined;
  const within = (rows ?? places)[0];
  const fitting = within ? all(within as ParentNode, query.role, query.name, query.exact) : [];
  const element = fitting[query.index ?? 0] as HTMLInputElement | undefined;
  const found: ElementState = { count: fitting.length };
  if (!element || wish.kind === 'count') return found;
  found.text = shown(element);
  found.value = element.value;
  found.checked = element.checked;
  if (wish.kind === 'clear') {
    element.focus();
    element.select?.();
  } else if (wish.kind === 'choose') {
    const list = element as unknown as HTMLSelectElement;
    const option =
      typeof wish.option === 'number' ? list.options[wish.option] : [...list.options].find(({ text }) => spaces(text).startsWith(String(wish.option)));
    if (!option) return found;
    list.focus();
    list.value = option.value;
    list.dispatchEvent(new Event('input', { bubbles: true }));
    list.dispatchEvent(new Event('change', { bubbles: true }));
    found.done = true;
  } else if (wish.kind === 'point') {
    for (const candidate of query.index === undefined ? fitting : [element]) {
      if (candidate.matches(':disabled')) continue;
      candidate.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      // A link may be broken over two lines; then its first line is clicked.
      const box = candidate.getClientRects()[0] ?? candidate.getBoundingClientRect();
      const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
      const hit = document.elementFromPoint(point.x, point.y);
      const labels = [...((candidate as HTMLInputElement).labels ?? [])];
      if (!hit || !(candidate.contains(hit) || labels.some((label) => label.contains(hit)))) continue;
      found.point = point;
      break;
    }
  }
  return found;
}

/** Runs in the page: returns the file input that `actOnElement` would find. */
export function fileField({ region }: { region: string }): Element | null {
  const places = [...document.querySelectorAll('section, fieldset, form, main')].filter((place) => (place as HTMLElement).innerText.trim().startsWith(region));
  return (places.at(-1) ?? document).querySelector('input[type=file]');
}

/** Runs in the page: returns how far it can be scrolled sideways, and the elements that are too wide. */
export function tooWide(): { over: number; wide: string[] } {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && element.checkVisibility())
    .map((element) => element.outerHTML.slice(0, 120));
  return { over: scrollWidth - clientWidth, wide: wide.slice(0, 5) };
}
