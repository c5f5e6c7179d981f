import { errorsOf, sanitise } from '@portal/contract-kit';
import { useLanguage } from '@portal/web-kit';
import { type KindForm, useContractErrors, useDocumentForm, withBlanks } from '@portal/web-kit/forms';
import { SampleBody } from 'svc-samples/contract';
import type { SampleValues } from './sample.api.ts';
import { sampleSections as sections } from './sections.tsx';

/** Returns the form of a sample: its sections and its rules. */
export function useSampleForm(model: SampleValues): KindForm<SampleValues> {
  const { language } = useLanguage();
  const { form, initial } = useDocumentForm(model, (values) => withBlanks(sections, values));
  const contract = useContractErrors<SampleValues>(form, (values) => errorsOf(SampleBody, sanitise(SampleBody, values), language));
  return { form, initial, sections, contract, body: () => sanitise(SampleBody, form.getValues()) };
}
