import type { DocumentEnvelope } from '@portal/contract-kit';
import { type BlankForm, documentPath, useBlankDocument, useDocument } from '@portal/web-kit';
import type { SampleBody, SampleDocument } from 'svc-samples/contract';

/** The form's values: the applicant's own fields, and the version of a loaded sample. */
export type SampleValues = SampleBody & { version?: number };
export type SampleEnvelope = DocumentEnvelope<SampleDocument>;

/** The addresses of the public's pages and of the officers' pages. */
export const publicBase = '/eservice/samples';
export const staffBase = '/samples';
export const sampleKind = '/v1/sample';
export const samplePath = (id: string): string => documentPath(sampleKind, id);
export const useSample = (id?: string) => useDocument<SampleDocument>(sampleKind, id);
/** The blank form, at once: as the service would give it. */
export const useBlankSample = (): BlankForm<SampleDocument> => useBlankDocument<SampleDocument>(sampleKind, {});
