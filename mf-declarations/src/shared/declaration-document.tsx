import { type DocumentEnvelope, fullName } from '@portal/contract-kit';
import { asProblem, FailurePanel, type Label, LoadingPanel, NotFound, RequireRole, useParams, useSearchParams } from '@portal/web-kit';
import { Desk, OpeningCase } from '@portal/web-kit/staff';
import { memo, type ReactNode } from 'react';
import { type EditMode, editModes } from 'svc-declarations/contract';
import type { QuestionSets } from './asked-rows.ts';
import { ChangeByReference } from './change-by-reference.tsx';
import { type DeclarationKind, useDeclaration } from './declaration.api.ts';
import { useQuestionSets } from './question-sets.ts';

const isOne = <Mode extends string>(modes: readonly Mode[], mode: string): mode is Mode => (modes as readonly string[]).includes(mode);

export interface EditProps<Model extends object> {
  mode: EditMode;
  envelope: DocumentEnvelope<Model>;
  /** The published questions. */
  sets: QuestionSets;
  /** Loads the newest version of the declaration. */
  reload(): Promise<unknown>;
}

export interface ViewProps<Model extends object, Mode extends string> {
  mode: Mode;
  envelope: DocumentEnvelope<Model>;
  /** The published questions, in the modes that ask them again. */
  sets?: QuestionSets;
  reload(): Promise<unknown>;
}

interface DeclarationDocumentProps<Model extends object, Mode extends string> {
  kind: DeclarationKind;
  service: Label;
  updateTitle: Label;
  /** The list from which a document is opened. */
  list: ReactNode;
  /** Modes that only show a document. */
  readModes: readonly Mode[];
  /** Those of the read modes that ask the questions again. */
  askingModes?: readonly Mode[];
  edit: (props: EditProps<Model>) => ReactNode;
  view: (props: ViewProps<Model, Mode>) => ReactNode;
}

const none: readonly never[] = [];

/** Shows a declaration to officers, in the mode that the address names. */
export function DeclarationDocument<Model extends object, Mode extends string>(props: DeclarationDocumentProps<Model, Mode>) {
  const { kind, service, readModes, askingModes = none, updateTitle, list, edit, view } = props;
  const { mode = '', id: inPath } = useParams();
  const [params] = useSearchParams();
  const id = mode === 'new' ? undefined : (inPath ?? params.get('id') ?? undefined);
  if (!isOne(editModes, mode) && !isOne(readModes, mode)) return <NotFound />;
  return (
    <RequireRole anyOf={[`${kind.roleName}-declaration-${mode === 'new' ? 'create' : 'read'}`]}>
      {mode !== 'new' && !id ? (
        <ChangeByReference kind={kind} title={updateTitle} />
      ) : (
        <Desk
          kind={kind.path}
          mode={mode}
          base={kind.staffBase}
          lists={{ [kind.staffBase]: list }}
          draw={(other = id, inMode) => (
            <Loaded<Model, Mode>
              key={`${inMode}/${other}`}
              kind={kind}
              service={service}
              askingModes={askingModes}
              edit={edit}
              view={view}
              mode={inMode as EditMode | Mode}
              id={inMode === 'new' ? undefined : other}
            />
          )}
        />
      )}
    </RequireRole>
  );
}

interface LoadedProps<Model extends object, Mode extends string>
  extends Required<Pick<DeclarationDocumentProps<Model, Mode>, 'kind' | 'service' | 'askingModes' | 'edit' | 'view'>> {
  mode: EditMode | Mode;
  id: string | undefined;
}

const Loaded = memo(LoadedCase) as typeof LoadedCase;

function LoadedCase<Model extends object, Mode extends string>({ kind, service, askingModes, edit, view, mode, id }: LoadedProps<Model, Mode>) {
  const loaded = useDeclaration<Model>(kind, id);
  const asks = isOne(editModes, mode) || isOne(askingModes, mode);
  const questions = useQuestionSets(kind.roleName, asks ? id : undefined);
  const { data: envelope, refetch: reload } = loaded;
  if (envelope && isOne(editModes, mode) && questions.sets) return edit({ mode, envelope, sets: questions.sets, reload });
  if (envelope && !isOne(editModes, mode) && (questions.sets || !asks)) return view({ mode, envelope, sets: asks ? questions.sets : undefined, reload });
  const problem = loaded.error ? asProblem(loaded.error) : asks ? questions.problem : undefined;
  const retry = () => {
    if (loaded.error) void reload();
    else questions.retry();
  };
  return (
    <OpeningCase id={id} service={service} nameOf={fullName} backTo={kind.staffBase}>
      {problem ? <FailurePanel problem={problem} retry={retry} /> : <LoadingPanel />}
    </OpeningCase>
  );
}
