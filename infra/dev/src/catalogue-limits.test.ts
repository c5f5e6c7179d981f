/** Tests that the documents of all areas take every code, text and rank that the catalogues accept for a new record. */
import { type ContractClass, errorsOf, type FieldMeta, fieldsOf, sanitise } from '@portal/contract-kit';
import { classesIn } from '@portal/contract-kit/testing';
import * as declarations from 'svc-declarations/contract';
import * as licences from 'svc-licences/contract';
import { type CatalogueDefinition, catalogues, readRecord } from 'svc-reference';
import * as trips from 'svc-trips/contract';

const classes = Object.entries({ declarations, licences, trips }).flatMap(([area, module]) =>
  Object.entries(classesIn(module)).map(([name, cls]) => [`${area} ${name}`, cls] as [string, ContractClass]),
);
const coded = classes.flatMap(([path, cls]) =>
  fieldsOf(cls).flatMap((meta) =>
    meta.catalogue ? [[`${path}.${meta.name} of ${meta.catalogue.name}`, cls, meta] as [string, ContractClass, FieldMeta]] : [],
  ),
);

const definitionOf = ({ catalogue }: FieldMeta): CatalogueDefinition => catalogues[catalogue?.name ?? ''] as CatalogueDefinition;
/** Whether the catalogue accepts this value in a field of a new record. */
const accepts = (definition: CatalogueDefinition, field: string, value: unknown): boolean =>
  !readRecord(definition, { [field]: value }).errors.some((error) => error.field === field);
/** Whether a document can have this value in a field. */
const takes = (cls: ContractClass, field: string, value: unknown): boolean =>
  !errorsOf(cls, sanitise(cls, { [field]: value }, true)).some((error) => error.field === field);

/** Returns the longest text of this character, of at most 1,000, that the catalogue accepts in a field; empty if it accepts none. */
function longest(definition: CatalogueDefinition, field: string, character: string): string {
  for (let length = 1_000; length > 0; length--) if (accepts(definition, field, character.repeat(length))) return character.repeat(length);
  return '';
}

it('examines every coded field of every area', () => expect(coded.length).toBeGreaterThan(60));

it.each(coded)('%s takes the longest code', (_path, cls, meta) => expect(takes(cls, meta.name, longest(definitionOf(meta), 'code', 'A'))).toBe(true));

const copied = coded.flatMap(([path, cls, meta]) =>
  Object.entries(meta.catalogue?.copy ?? {}).flatMap(([to, from]) => {
    const definition = definitionOf(meta);
    const field = definition.also?.[from] ?? from;
    const isText = field === 'name' || definition.fields[field]?.kind === 'text';
    return isText ? [[`${path}: ${from} in ${to}`, cls, to, definition, field] as [string, ContractClass, string, CatalogueDefinition, string]] : [];
  }),
);
it.each(copied)('%s takes the longest text', (_path, cls, to, definition, field) => {
  expect(takes(cls, to, longest(definition, field, 'x'))).toBe(true);
  if (accepts(definition, field, 'x\nx')) expect(takes(cls, to, 'x\nx')).toBe(true);
});

const ranked = coded.filter(([, cls, meta]) => fieldsOf(cls).some(({ name }) => name === 'rank') && definitionOf(meta).fields.rank);
it.each(ranked)('%s takes every rank', (_path, cls, meta) => {
  const { least, most } = definitionOf(meta).fields.rank ?? {};
  expect([least, most].map((rank) => rank !== undefined && takes(cls, 'rank', rank))).toEqual([true, true]);
});
it('examines the ranks of every list of questions', () => expect(ranked.length).toBeGreaterThan(3));
