/** The tab of a list that an official opens first, and the order of their saved views. Both are stored for the person, not for the device. */
import { Injectable } from '@nestjs/common';
import { L, sentence } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { Clock } from '../clock.ts';
import { Database } from '../database/database.ts';
import { asObject } from '../documents/action-body.ts';
import { type Fault, unprocessable } from '../http/problems.ts';
import { requireOfficial } from './views.ts';
import { OwnTabsRow } from './work.entities.ts';

const longest = { list: 200, id: 100 };
const mostViews = 200;
/** Maximum number of lists for which one person may save tabs. */
const mostLists = 100;

export interface OwnTabs {
  /** The tab that is opened first: `queue:MINE`, or the id of a view. Without it the plain list is opened. */
  first?: string;
  /** Ids of views, in the order of their tabs. */
  order: string[];
}

@Injectable()
export class OwnTabsOfLists {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the caller's tabs of a list. @throws 401, 403, 422 */
  async of(list: unknown, call: Call): Promise<{ model: OwnTabs }> {
    const { sub } = requireOfficial(call);
    const row = await this.db.reader.findOneBy(OwnTabsRow, { sub, list: nameOf(list) });
    return { model: row?.content ?? { order: [] } };
  }

  /** Saves the caller's tabs of a list. @throws 401, 403, 422 */
  async keep(body: unknown, call: Call): Promise<{ model: OwnTabs }> {
    const { sub } = requireOfficial(call);
    const { list: named, first, order = [] } = asObject(body);
    const list = nameOf(named);
    const isId = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= longest.id;
    const faults: Fault[] = [];
    if (first !== undefined && first !== null && !isId(first))
      faults.push({ code: 'TEXT', field: 'first', message: L('Must be a queue, or the id of a view', 'Tem de ser uma fila, ou o id de uma vista') });
    if (!Array.isArray(order) || order.length > mostViews || !order.every(isId))
      faults.push({ code: 'TEXT', field: 'order', message: L('Must be a list of ids of views', 'Tem de ser uma lista de ids de vistas') });
    if (faults.length) throw unprocessable(faults);
    const content: OwnTabs = { ...(isId(first) ? { first } : {}), order: order as string[] };
    await this.db.write(async (tx) => {
      const { affected } = await tx.update(OwnTabsRow, { sub, list }, { content, updatedAt: this.clock.now() });
      if (affected) return;
      if ((await tx.countBy(OwnTabsRow, { sub })) >= mostLists)
        throw unprocessable([
          { code: 'MAX_ITEMS', field: 'list', message: sentence('At most {{most}} lists', 'No máximo {{most}} listas', { most: mostLists }) },
        ]);
      await tx.upsert(OwnTabsRow, { sub, list, content, updatedAt: this.clock.now() }, ['sub', 'list']);
    });
    return { model: content };
  }
}

/** Reads the name of a list. @throws 422 where there is none */
function nameOf(list: unknown): string {
  if (typeof list === 'string' && list.trim() !== '' && list.length <= longest.list) return list.trim();
  throw unprocessable([{ code: 'REQUIRED', field: 'list', message: L('Name the list', 'Indique a lista') }]);
}
