import { asProblem, FailurePanel, LoadingPanel, NotFound, RequireRole, StaffPage, useParams, useSearchParams } from '@portal/web-kit';
import { ChangeByReference } from '../shared/change-by-reference.tsx';
import { useDeclaration } from '../shared/declaration.api.ts';
import { useQuestionSets } from '../shared/question-sets.ts';
import type { ArrivalEnvelope, ArrivalInfo } from './arrival.api.ts';
import { ArrivalEdit } from './edit.screen.tsx';
import { t } from './texts.ts';
import { ArrivalView } from './view.screen.tsx';

const base = '/other/traveller/declaration';
const editModes = ['new', 'update', 'edit', 'amendment'] as const;
const readModes = ['view', 'arrival', 'print'] as const;
const isOne = <Mode extends string>(modes: readonly Mode[], mode: string): mode is Mode => (modes as readonly string[]).includes(mode);

/** An arrival declaration as officers see it, in the mode of its address. */
export default function ArrivalDocumentScreen() {
  const { mode = '', id: inPath } = useParams();
  const [params] = useSearchParams();
  const id = mode === 'new' ? undefined : (inPath ?? params.get('id') ?? undefined);
  if (!isOne(editModes, mode) && !isOne(readModes, mode)) return <NotFound />;
  return (
    <RequireRole anyOf={[mode === 'new' ? 'traveller-declaration-create' : 'traveller-declaration-read']}>
      {mode !== 'new' && !id ? (
        <ChangeByReference title={t.updateTitle} prefix="ARR" list={base} edit={(id) => `${base}/edit/${id}`} />
      ) : (
        <Loaded key={`${mode}/${id}`} mode={mode} id={id} />
      )}
    </RequireRole>
  );
}

function Loaded({ mode, id }: { mode: (typeof editModes)[number] | (typeof readModes)[number]; id?: string }) {
  const loaded = useDeclaration<ArrivalEnvelope['model']>('traveller', id);
  const blank = useDeclaration<ArrivalInfo['model']>('traveller');
  const questions = useQuestionSets('traveller');
  const editing = isOne(editModes, mode);
  if (loaded.data && editing && questions.sets)
    return (
      <ArrivalEdit
        mode={mode}
        envelope={loaded.data}
        wizard={blank.data?.model.arrivalWizard}
        sets={questions.sets}
        reload={async () => (await loaded.refetch()).data?.model}
      />
    );
  if (loaded.data && !editing) return <ArrivalView mode={mode} envelope={loaded.data} reload={() => void loaded.refetch()} />;
  const problem = loaded.error ? asProblem(loaded.error) : editing ? questions.problem : undefined;
  const retry = () => {
    if (loaded.error) void loaded.refetch();
    else questions.retry();
  };
  return (
    <StaffPage title={t.service} back={base}>
      {problem ? <FailurePanel problem={problem} retry={retry} /> : <LoadingPanel />}
    </StaffPage>
  );
}
