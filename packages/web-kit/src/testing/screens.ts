import { Children, type ComponentType, isValidElement, type ReactElement, type ReactNode } from 'react';
import { createRoutesFromElements, matchRoutes, Routes } from 'react-router-dom';
import type { LazyScreen } from '../components/lazy-screen.tsx';

/** Returns the file of a lazy-loaded screen, or the name of a screen that is loaded at once. */
function nameOf(type: unknown): string {
  const { load } = type as Partial<LazyScreen<object>>;
  const file = load ? /[^'"./]+(?:\/[^'"/]+)*\.screen(?=\.tsx)/.exec(String(load))?.[0] : undefined;
  return file ?? (type as { name?: string }).name ?? '';
}

const propsOf = (node: ReactNode): { children?: ReactNode } => (isValidElement(node) ? (node.props as { children?: ReactNode }) : {});

function routesIn(node: ReactNode): ReactElement | undefined {
  if (isValidElement(node) && node.type === Routes) return node;
  return Children.toArray(propsOf(node).children).map(routesIn).find(Boolean);
}

/**
 * Finds out which screen an area opens at an address, without rendering it.
 * @param App the area's table of routes; it uses no hooks
 * @returns a function that returns, for an address, the screen's file (`trip/list.screen`), its parameters and the values that the route passes to it
 */
export function screensOf(App: ComponentType): (address: string) => string {
  const routes = createRoutesFromElements(propsOf(routesIn((App as () => ReactNode)())).children);
  return (address) => {
    const found = matchRoutes(routes, address)?.at(-1);
    if (!found) return '';
    const element = found.route.element as ReactElement<Record<string, unknown>>;
    const given = Object.entries({ ...found.params, ...element.props }).flatMap(([name, value]) => (typeof value === 'function' ? [] : `${name}=${value}`));
    return [nameOf(element.type), ...given].join(' ');
  };
}
