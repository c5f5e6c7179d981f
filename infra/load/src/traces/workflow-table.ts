/** Reads the printed tables of WORKFLOWS.md: what the portal promises, independent of its code. */
import { readFileSync } from 'node:fs';
import { at } from '@portal/build/paths';

/** A row of a workflow table. */
export interface PrintedAction {
  action: string;
  from: readonly string[];
  to: readonly string[];
  /** Roles that allow the action. */
  roles: readonly string[];
  isForOwner: boolean;
  isForEveryone: boolean;
  /** Earlier actions that exclude their doer from this action. */
  notAfter: readonly string[];
  /** Whether the action is on the main path of the page. */
  isOnMainPath: boolean;
}

const words = (cell: string): string[] =>
  cell
    .split(',')
    .map((word) => word.trim().replaceAll('`', ''))
    .filter(Boolean);

/**
 * Returns the actions that change a document, from the table below a heading.
 * @param service such as `svc-declarations` @param title the heading, such as `Arrival declaration` @throws Error if the page has no such table
 */
export function printedActions(service: string, title: string): PrintedAction[] {
  const page = readFileSync(at(service, 'WORKFLOWS.md'), 'utf8');
  const section = page.split(/^## /m).find((each) => each.startsWith(`${title}\n`));
  const rows = (section ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const [head = [], ...lines] = rows;
  const [, path = ''] = /^Main path: (.*)\.$/m.exec(section ?? '') ?? [];
  const mainPath = path.split(', ').map((step) => step.split(' → ')[0]);
  const column = (name: string): number => {
    const found = head.indexOf(name);
    if (found < 0) throw new Error(`${service}/WORKFLOWS.md, ${title}: the table has no column "${name}"`);
    return found;
  };
  return lines
    .filter((cells) => cells[column('kind')] === 'submit' && !words(cells[column('from')] ?? '').includes('NEW'))
    .map((cells) => {
      const of = (name: string): string[] => words(cells[column(name)] ?? '');
      const who = of('who');
      return {
        action: cells[column('action')] ?? '',
        from: of('from'),
        to: of('to'),
        roles: who.filter((each) => !['everyone', 'its owner'].includes(each)),
        isForOwner: who.includes('its owner'),
        isForEveryone: who.includes('everyone'),
        notAfter: of('not by the person who did'),
        isOnMainPath: mainPath.includes(cells[column('action')]),
      };
    });
}
