import type { DocumentActionEntry } from '@portal/contract-kit';
import { useEffect, useState } from 'react';
import { useApi } from '../api/api.ts';
import { Card } from '../components/content.tsx';
import type { Model, SectionSpec } from '../document/field-spec.ts';
import { loadDocument } from '../document/use-document.ts';
import { useFormat } from '../language/format.ts';
import { useKitText, useText } from '../language/i18n.ts';
import { useQuery } from '../query.ts';
import { changedFields, changedLists, FieldChange } from './changes.tsx';

/** Actions that change the content of a document. All others only change its status. */
const correcting: ReadonlySet<string> = new Set([
  'update',
  'edit',
  'amendment',
  'adjustment',
  'adjustment-confirmation',
  'modification',
  'modification-confirmation',
  'transfer-ownership',
]);

/** Returns the last correction of a registered document; undefined if there was none. */
export const lastCorrection = (entries: readonly DocumentActionEntry[] | undefined): (DocumentActionEntry & { version: number }) | undefined =>
  entries?.findLast(
    (entry): entry is DocumentActionEntry & { version: number } => correcting.has(entry.action ?? '') && typeof entry.version === 'number' && entry.version > 1,
  );

/** The time in ms that an officer must stay on the page before earlier versions are loaded: reading an earlier version is recorded in the audit log. */
const afterMs = 600;

interface LastChangeProps {
  kind: string;
  model: { id: string; version: number; actions?: readonly DocumentActionEntry[] };
  sections: readonly SectionSpec[];
  mode: string;
}

/** Shows what the last correction of a document changed, by whom and why. Renders nothing if the document was never corrected. */
export function LastChange({ kind, model, sections, mode }: LastChangeProps) {
  const correction = lastCorrection(model.actions);
  return correction ? <Correction kind={kind} model={model} sections={sections} mode={mode} correction={correction} /> : null;
}

function Correction({ kind, model, sections, mode, correction }: LastChangeProps & { correction: DocumentActionEntry & { version: number } }) {
  const kit = useKitText();
  const text = useText();
  const format = useFormat();
  const api = useApi();
  const [stayed, setStayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), afterMs);
    return () => clearTimeout(timer);
  }, []);
  const { version } = correction;
  const isLatest = version === model.version;
  const read = (of: number) => ({
    queryKey: ['version', kind, model.id, of],
    queryFn: ({ signal }: { signal: AbortSignal }) => loadDocument<object>(api, kind, model.id, String(of), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const before = useQuery({ ...read(version - 1), enabled: stayed });
  // A decision after the correction has made a newer version with the same answers, so the corrected version is loaded for comparison.
  const after = useQuery({ ...read(version), enabled: stayed && !isLatest });
  const then = isLatest ? model : after.data?.model;
  if (!before.data || !then) return null;
  const [was, is] = [before.data.model as Model, then as Model];
  const fields = changedFields(sections, is, mode, was);
  const lists = changedLists(sections, is, mode, was);
  if (fields.length + lists.length === 0) return null;
  return (
    <Card title={kit('work.lastChange', { version: version - 1 })}>
      <p className="govuk-body portal-muted">{[correction.user?.name, format.dateTime(correction.dateTime), correction.details].filter(Boolean).join(' · ')}</p>
      <ul className="govuk-list portal-changes">
        {fields.map((field) => (
          <FieldChange key={field.name} field={field} before={was} now={is} mode={mode} />
        ))}
        {lists.map((section) => (
          <li key={section.lists?.join()}>
            {text(section.title)}: {kit('work.listChanged')}
          </li>
        ))}
      </ul>
    </Card>
  );
}
