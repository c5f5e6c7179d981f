/** The prints of a document: their names in storage, and their layouts. */

import type { Language, PrintLayout } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { layoutIn } from '../prints/print-parts.ts';
import type { PrintDefinition, ServerFields } from './document-definition.ts';
import type { AnyReader } from './document-reader.ts';

/** The key of a print: it names the form, the version, the language and the group of readers, and the day of a form that is drawn anew each day. */
export function printKey(
  { definition: d, kit }: AnyReader,
  model: ServerFields,
  print: string,
  { language, audience }: { language: Language; audience: 'all' | 'finder' },
): string {
  const form = d.prints[print];
  const parts = [language, ...(audience === 'finder' ? ['finder'] : []), ...(form?.daily ? [kit.clock.today()] : [])];
  return `${d.service}/${model.id}/${model.version}/${print}.${parts.join('.')}`;
}

/** Has a print drawn after the transaction's commit. */
export async function beginPrint(documents: AnyReader, tx: EntityManager, model: ServerFields, print: string, { requestId, language }: Call): Promise<void> {
  const form = documents.definition.prints[print];
  if (!form) throw new Error(`${documents.definition.kind} has no print ${print}`);
  if (!documents.kit.prints.atOnce) return;
  await documents.kit.prints.begin(
    tx,
    printKey(documents, model, print, { language, audience: 'all' }),
    printLayout(documents, model, form, language),
    requestId,
  );
}

/** What is drawn. @param model as much of the document as the reader may see */
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
