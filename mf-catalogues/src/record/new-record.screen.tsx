import { type PageError, StaffPage, useNavigate } from '@portal/web-kit';
import { useMemo, useState } from 'react';
import type { CatalogueInfo } from 'svc-reference/contract';
import { catalogueScreen, proposalIn, proposalScreen, recordScreen } from '../shared/catalogue-admin.api.ts';
import { CatalogueFrame } from '../shared/loaded.tsx';
import { t } from '../shared/texts.ts';
import { newsState } from '../shared/write-result.tsx';
import { RecordForm, valuesOf } from './record-form.tsx';

/** Adds a new record to a catalogue. */
export default function NewRecordScreen() {
  return <CatalogueFrame>{(info) => <NewRecord info={info} />}</CatalogueFrame>;
}

function NewRecord({ info }: { info: CatalogueInfo }) {
  const navigate = useNavigate();
  const [errors, setErrors] = useState<PageError[]>([]);
  const values = useMemo(() => valuesOf(info), [info]);
  return (
    <StaffPage title={t.add} caption={info.title} back={catalogueScreen(info.name)} errors={errors}>
      <RecordForm
        info={info}
        values={values}
        onErrors={setErrors}
        onWritten={(answer) => {
          const proposal = proposalIn(answer);
          if (proposal) navigate(proposalScreen(proposal.id), newsState({ done: 'propose' }));
          else navigate(recordScreen(info.name, answer.model.code as string), newsState({ written: { action: 'add' } }));
        }}
      />
    </StaffPage>
  );
}
