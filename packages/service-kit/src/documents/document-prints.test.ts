import type { PrintDefinition, ServerFields } from './document-definition.ts';
import { printKey } from './document-prints.ts';
import type { AnyReader } from './document-reader.ts';

it('the key of a print changes with the number of its layout, so that one of an earlier layout is not served again', () => {
  const model = { id: 'id-1', version: 3 } as ServerFields;
  const keyOf = (more: Partial<PrintDefinition<never>>, audience: 'all' | 'finder' = 'all'): string => {
    const definition = { service: 'passes', prints: { form: more } };
    const kit = { clock: { today: () => '2026-05-02' } };
    return printKey({ definition, kit } as unknown as AnyReader, model, 'form', { language: 'en', audience });
  };
  expect([keyOf({}), keyOf({ layoutNumber: 2 }), keyOf({ layoutNumber: 3, daily: true }, 'finder')]).toEqual([
    'passes/id-1/3/form.en',
    'passes/id-1/3/form-2.en',
    'passes/id-1/3/form-3.en.finder.2026-05-02',
  ]);
});
