/** Tests that the messages for missing fields of all areas are proper sentences in both languages. */
import { type Bilingual, type ContractClass, type FieldMeta, fieldsOf, validateContract } from '@portal/contract-kit';
import * as declarations from 'svc-declarations/contract';
import * as licences from 'svc-licences/contract';
import * as trips from 'svc-trips/contract';

const isContract = (exported: unknown): exported is ContractClass => typeof exported === 'function' && fieldsOf(exported as ContractClass).length > 0;

/** Returns every field of a class and of its nested classes, with its path. Each class is listed once. */
function fieldsWithin(cls: ContractClass, path: string, seen = new Set<ContractClass>()): [string, FieldMeta, ContractClass][] {
  if (seen.has(cls)) return [];
  seen.add(cls);
  return fieldsOf(cls).flatMap((meta) => [
    [`${path}.${meta.name}`, meta, cls] as [string, FieldMeta, ContractClass],
    ...(meta.type ? fieldsWithin(meta.type(), `${path}.${meta.name}`, seen) : []),
  ]);
}

const fields = [declarations, licences, trips].flatMap((area) =>
  Object.values(area)
    .filter(isContract)
    .flatMap((cls) => fieldsWithin(cls, cls.name)),
);

const odd = (said: Bilingual): boolean =>
  /^(Enter|You must confirm:?) (i|my|do|does|did|are|is|have|has|applying|about|visit)\b/i.test(said.en) ||
  /^(Indique|Tem de confirmar:?) (eu|a minha|as minhas|o meu|declaro|acerca|visita|transporta|tem|pedido de)\b/i.test(said.pt);

it('examines the fields of every contract', () => expect(fields.length).toBeGreaterThan(250));

it('no message of a missing field is a sentence inside a sentence', () => {
  const asked = fields.filter(([, meta]) => !meta.serverSet && meta.kind !== 'boolean');
  expect(asked.filter(([, meta]) => odd(meta.whenMissing)).map(([path, meta]) => `${path}: ${meta.whenMissing.en} / ${meta.whenMissing.pt}`)).toEqual([]);
});

it('no message of any field names a date in the form that programs exchange, or holds both languages', () => {
  const messages = fields.flatMap(([, meta, cls]) =>
    (['en', 'pt'] as const).flatMap((language) =>
      ['not a date', 'NO', {}, -1].flatMap((value) =>
        validateContract(cls, { [meta.name]: value }, language)
          .errors.filter((error) => error.field === meta.name)
          .map((error) => error.message),
      ),
    ),
  );
  expect(messages.length).toBeGreaterThan(1_000);
  for (const message of messages) expect(message).not.toMatch(/\d{4}-\d{2}-\d{2}|\p{Cc}|^(Enter|You must confirm:?) (i|my)\b/iu);
});
