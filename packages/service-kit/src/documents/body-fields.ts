import { type ContractClass, fieldsOf } from '@portal/contract-kit';
import type { Ids } from '../clock.ts';
import type { AnyDefinition } from './document-definition.ts';

/** Gives an `id` to every list row that has none, where the contract of the row has that field. Changes the body in place. */
export function assignIds(cls: ContractClass, body: object, ids: Ids): void {
  for (const meta of fieldsOf(cls)) {
    const value = (body as Record<string, unknown>)[meta.name];
    if (!meta.type || !value) continue;
    if (meta.kind === 'list' && Array.isArray(value)) {
      const hasId = fieldsOf(meta.type()).some((f) => f.name === 'id');
      for (const row of value as Record<string, unknown>[]) {
        if (hasId && !row.id) row.id = ids.next();
        assignIds(meta.type(), row, ids);
      }
    } else if (meta.kind === 'object') assignIds(meta.type(), value as object, ids);
  }
}

/** Returns the fields of a stored model that a client's body never replaces: those that the server sets, and those that the contract does not contain. */
export function serverSide(cls: ContractClass, model: object): Record<string, unknown> {
  const open = new Set(
    fieldsOf(cls)
      .filter((f) => !f.serverSet)
      .map((f) => f.name),
  );
  return Object.fromEntries(Object.entries(model).filter(([key]) => !open.has(key)));
}

/** Returns where a body holds contact addresses of its applicant, as dotted paths: everything that an erasure of the contact addresses removes. */
export const contactPaths = (d: AnyDefinition, body: object): string[] =>
  [d.reachedBy.email, d.reachedBy.phone, ...(d.erases?.(body) ?? [])].filter((path): path is string => path !== undefined);
