import { type DocumentEnvelope, fieldAt } from '@portal/contract-kit';
import type { Api } from '@portal/web-kit';
import type { FieldSpec, FieldType } from '@portal/web-kit/forms';
import { SampleBody, type SampleDocument } from 'svc-samples/contract';

export type SampleEnvelope = DocumentEnvelope<SampleDocument>;

export const samplePath = (id: string): string => `/v1/sample/${encodeURIComponent(id)}`;

/** A blank sample with the action that registers it. */
export const loadBlank = (api: Api, signal?: AbortSignal): Promise<SampleEnvelope> => api.get<SampleEnvelope>('/v1/sample/info', { signal });

/** A field of the form; label and limits are the contract's. */
export function field(name: keyof SampleBody, type: FieldType = 'text'): FieldSpec {
  const meta = fieldAt(SampleBody, name);
  return { name, type, label: meta?.label ?? name, required: meta?.required ? undefined : false, maxLength: type === 'text' ? meta?.max : undefined };
}

export const fields: FieldSpec[] = [field('applicantName'), field('contactNumber'), field('purpose'), field('fromDate', 'date'), field('untilDate', 'date')];
