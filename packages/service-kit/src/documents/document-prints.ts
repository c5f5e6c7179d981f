/** The prints of a document: their keys in storage, and their layouts. */

import type { Language, PrintLayout } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { layoutIn } from '../prints/print-parts.ts';
import type { PrintDefinition, ServerFields } from './document-definition.ts';
import type { AnyReader } from './document-reader.ts';

/** Returns the name of a form in storage keys, with the number of its layout. */
export const formInKey = (print: string, { layoutNumber }: Pick<PrintDefinition<never>, 'layoutNumber'> = {}): string =>
  layoutNumber ? `${print}-${layoutNumber}` : print;

/**
 * Returns the storage key of a print: it contains the form and the number of its layout, the version, the language, the group of readers and, for a form that
 * is drawn anew each day, the day.
 */
export function printKey(
  { definition: d, kit }: AnyReader,
  model: ServerFields,
  print: string,
  { language, audience }: { language: Language; audience: 'all' | 'finder' },
): string {
  const form = d.prints[print];
  const parts = [language, ...(audience === 'finder' ? ['finder'] : []), ...(form?.daily ? [kit.clock.today()] : [])];
  return `${d.service}/${model.id}/${model.version}/${formInKey(print, form)}.${parts.join('.')}`;
}

/** Requests that a print is drawn after the transaction commits, if prints are drawn without waiting for a reader (`PrintClient.atOnce`). */
export async function beginPrint(documents: AnyReader, tx: EntityManager, model: ServerFields, print: string, { requestId, language }: Call): Promise<void> {
  const form = documents.definition.prints[print];
  if (!form) throw new Error(`${documents.definition.kind} has no print ${print}`);
  if (!documents.kit.prints.atOnce) return;
  await documents.kit.prints.begin(
    tx,
    model.id,
    printKey(documents, model, print, { language, audience: 'all' }),
    printLayout(documents, model, form, language),
    requestId,
  );
}

/** Returns the layout of a print. @param model the part of the document that the reader may see */
export function printLayout<Model extends ServerFields>(documents: AnyReader, model: Model, form: PrintDefinition<Model>, language: Language): PrintLayout {
  const { kit } = documents;
  return layoutIn(language, () =>
    form.layout(documents.localised(model, language), {
      language,
      qrUrl: model.serialReference ? kit.signer.url(documents.statement(model), 'seal') : '',
      productName: kit.settings.productName,
      portalName: kit.settings.portalName,
      today: kit.clock.today(),
    }),
  );
}
