import { asProblem, FailurePanel, LoadingPanel, NotFound, RequireRole, StaffPage, useParams, useSearchParams } from '@portal/web-kit';
import { ChangeByReference } from '../shared/change-by-reference.tsx';
import { useDeclaration } from '../shared/declaration.api.ts';
import { useQuestionSets } from '../shared/question-sets.ts';
import type { DepartureEnvelope } from './departure.api.ts';
import { DepartureEdit } from './edit.screen.tsx';
import { t } from './texts.ts';
import { DepartureView } from './view.screen.tsx';

const base = '/other/departure/declaration';
const editModes = ['new', 'update', 'edit', 'amendment'] as const;
const readModes = ['view', 'verification', 'print'] as const;
const isOne = <Mode extends string>(modes: readonly Mode[], mode: string): mode is Mode => (modes as readonly string[]).includes(mode);

/** A departure declaration as officers see it, in the mode of its address. */
export default function DepartureDocumentScreen() {
  const { mode = '', id: inPath } = useParams();
  const [params] = useSearchParams();
  const id = mode === 'new' ? undefined : (inPath ?? params.get('id') ?? undefined);
  if (!isOne(editModes, mode) && !isOne(readModes, mode)) return <NotFound />;
  return (
    <RequireRole anyOf={[mode === 'new' ? 'departure-declaration-create' : 'departure-declaration-read']}>
      {mode !== 'new' && !id ? (
        <ChangeByReference title={t.updateTitle} prefix="DEP" list={base} edit={(id) => `${base}/edit/${id}`} />
      ) : (
        <Loaded key={`${mode}/${id}`} mode={mode} id={id} />
      )}
    </RequireRole>
  );
}

function Loaded({ mode, id }: { mode: (typeof editModes)[number] | (typeof readModes)[number]; id?: string }) {
  const loaded = useDeclaration<DepartureEnvelope['model']>('departure', id);
  const questions = useQuestionSets('departure');
  const editing = isOne(editModes, mode);
  if (loaded.data && editing && questions.sets)
    return <DepartureEdit mode={mode} envelope={loaded.data} sets={questions.sets} reload={async () => (await loaded.refetch()).data?.model} />;
  const asks = editing || mode === 'verification';
  if (loaded.data && !editing && (questions.sets || !asks))
    return <DepartureView mode={mode} envelope={loaded.data} sets={asks ? questions.sets : undefined} reload={() => void loaded.refetch()} />;
  const problem = loaded.error ? asProblem(loaded.error) : asks ? questions.problem : undefined;
  const retry = () => {
    if (loaded.error) void loaded.refetch();
    else questions.retry();
  };
  return (
    <StaffPage title={t.title} back={base}>
      {problem ? <FailurePanel problem={problem} retry={retry} /> : <LoadingPanel />}
    </StaffPage>
  );
}
