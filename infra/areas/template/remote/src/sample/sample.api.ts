import type { DocumentEnvelope } from '@portal/contract-kit';
import { type BlankForm, documentPath, useBlankDocument, useDocument } from '@portal/web-kit';
import type { SampleBody, SampleDocument } from 'svc-samples/contract';

/** The values of the form: the fields that the applicant fills in, and the version if the sample was loaded. */
export type SampleValues = SampleBody & { version?: number };
export type SampleEnvelope = DocumentEnvelope<SampleDocument>;

/** Base paths of the public pages and of the officers' pages. */
export const publicBase = '/eservice/samples';
export const staffBase = '/samples';
export const sampleKind = '/v1/sample';
export const samplePath = (id: string): string => documentPath(sampleKind, id);
export const useSample = (id?: string) => useDocument<SampleDocument>(sampleKind, id);
/** Returns a blank form without waiting for the service, equal to the one that the service would return. */
export const useBlankSample = (): BlankForm<SampleDocument> => useBlankDocument<SampleDocument>(sampleKind, {});
