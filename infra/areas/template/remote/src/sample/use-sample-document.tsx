import { InsetText, useText } from '@portal/web-kit';
import { DocumentForm } from '@portal/web-kit/forms';
import { type DocumentParts, useDocumentPage } from '@portal/web-kit/staff';
import { type SampleEnvelope, sampleKind } from './sample.api.ts';
import { t } from './texts.ts';
import { useSampleForm } from './use-sample-form.ts';

interface SampleDocumentOptions {
  envelope: SampleEnvelope;
  /** The base path of the pages on which the sample is shown: the public pages or the officers' pages. */
  base: string;
  reload(): void;
  staff: boolean;
}

/** Returns the parts of the read-only view of a sample, for officers and for its applicant alike. */
export function useSampleDocument({ envelope, base, reload, staff }: SampleDocumentOptions): DocumentParts {
  const text = useText();
  const { model } = envelope;
  const form = useSampleForm(model);
  return useDocumentPage({
    envelope,
    mode: 'view',
    kind: sampleKind,
    base,
    service: t.sample,
    form,
    editing: false,
    draft: `sample-view-${model.id}`,
    notices: staff ? null : <InsetText>{text(t.keep)}</InsetText>,
    document: <DocumentForm sections={form.sections} mode="view" editable={false} model={{ ...model }} />,
    history: staff ? t.history : undefined,
    reload,
  });
}
