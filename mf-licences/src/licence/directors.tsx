import { fieldAt } from '@portal/contract-kit';
import { SimpleTable } from '@portal/web-kit';
import { EditableRows, TextField } from '@portal/web-kit/forms';
import { type LicenceDirector, ProfessionalLicence } from 'svc-licences/contract';
import { t } from './texts.ts';

const columns = [
  { field: 'code', label: t.code },
  { field: 'name', label: t.directorName },
  { field: 'phoneNumber', label: t.directorPhone },
  { field: 'emailAddress', label: t.directorEmail },
] as const;

/** The directors of the place of work, if there are any. */
export function Directors({ editable, rows }: { editable: boolean; rows: readonly LicenceDirector[] }) {
  if (!editable) {
    return (
      <SimpleTable
        caption={t.directorsTable}
        captionHidden
        rows={rows}
        empty={t.none}
        columns={columns.map(({ field, label }) => ({ title: label, render: (row: LicenceDirector) => row[field] }))}
      />
    );
  }
  return (
    <EditableRows
      name="directors"
      legend={t.sectionDirectors}
      rowLabel={t.director}
      addLabel={t.addDirector}
      minimum={0}
      empty={{ code: '', name: '', phoneNumber: '', emailAddress: '' }}
      render={(path) =>
        columns.map(({ field, label }) => {
          const meta = fieldAt(ProfessionalLicence, `directors.${field}`);
          return (
            <TextField
              key={field}
              name={`${path}.${field}`}
              label={label}
              required={false}
              upperCase={meta?.upper}
              maxLength={meta?.kind === 'text' ? meta.max : undefined}
              type={field === 'emailAddress' ? 'email' : 'text'}
            />
          );
        })
      }
    />
  );
}
