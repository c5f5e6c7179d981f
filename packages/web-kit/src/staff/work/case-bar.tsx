import { valueAt } from '@portal/contract-kit';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { asProblem } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { problemErrors } from '../../components/page-error.ts';
import { documentPath } from '../../document/use-document.ts';
import { useFormat } from '../../language/format.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { useQueryClient } from '../../query.ts';
import { useSession } from '../../session/session.tsx';
import { Presence } from '../live/presence.tsx';
import { useCasePresence } from '../live/use-live.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { useCommand } from './commands.ts';
import { Key, useShortcut } from './key.tsx';

interface CaseBarProps {
  /** The path of the kind, as `/v1/professional`. */
  kind: string;
  /** How its roles begin. */
  roles: string;
  model: { id: string; version: number };
  /** What may be done with the case has changed, by somebody else. */
  onChanged(): unknown;
  /** True once an action here has taken the case on. */
  decided: { readonly current: boolean };
}

const ownerOf = (model: object): string | undefined => {
  const name = valueAt(model, 'assignee.name');
  return typeof name === 'string' ? name : undefined;
};

/** A case is claimed when an officer has worked on it for this time. Routine cases are decided sooner, and need no claim. */
const claimAfterMs = 1_500;

/** Whose case it is and by when it is due, with the ways to take it, to release it and, for supervisors, to assign it. */
export function CaseBar({ kind, roles, model, onChanged, decided }: CaseBarProps) {
  const kit = useKitText();
  const { language } = useLanguage();
  const api = useApi();
  const cache = useQueryClient();
  const { user, hasRole } = useSession();
  const working = useRef(false);
  // Somebody else's action changes what can be done here. Under the hands of an officer nothing is replaced: the server says when it is outdated.
  const { others } = useCasePresence(kind, model.id, model.version, (what) => {
    if (what !== 'noted' && !working.current) void onChanged();
  });
  const read = ownerOf(model);
  const [changed, setChanged] = useState<{ of: object; owner: string | undefined }>();
  const [fault, setFault] = useState('');
  const [assigning, setAssigning] = useState(false);
  const owner = changed?.of === model ? changed.owner : read;
  const mine = owner !== undefined && owner === user?.name;
  const supervises = hasRole(`${roles}-supervise`);
  const waits = valueAt(model, 'stepSince') !== null && valueAt(model, 'stepSince') !== undefined;
  const due = valueAt(model, 'dueAt');

  const send = async (call: 'claim' | 'release' | 'assign', body: object = {}): Promise<boolean> => {
    setFault('');
    try {
      const answer = await api.post<{ model: object }>(`${documentPath(kind, model.id)}/${call}`, body);
      // The form on the screen keeps what is typed: only the owner is new.
      setChanged({ of: model, owner: ownerOf(answer.model) });
      void cache.invalidateQueries({ queryKey: ['list'] });
      return true;
    } catch (error) {
      const problem = asProblem(error);
      // A decision was faster than the claim that comes without a word: the case tells what became of it.
      if ('version' in body && problem.errors.some(({ code }) => code === 'STALE_VERSION')) return false;
      setFault(problemErrors(problem, language)[0]?.message ?? problem.title);
      if (problem.claim) await onChanged();
      return false;
    }
  };

  // Who begins to write or tick has the case, without a word. What is claimed so is free again when the page is left without a decision.
  const begun = useRef<string>(undefined);
  const here = useRef(true);
  const release = () => {
    begun.current = undefined;
    return send('release');
  };
  const turn = mine || (owner !== undefined && supervises) ? release : owner === undefined && waits ? () => send('claim') : undefined;
  useCommand('take', kit('keys.take'), turn);
  useCommand('do:assign', kit('work.assign'), supervises && waits ? () => setAssigning(true) : undefined);
  const shortcut = useShortcut('take');

  const begin = useRef<() => void>(undefined);
  const free = useRef<() => void>(undefined);
  free.current = () => {
    if (begun.current && !decided.current) void api.post(`${begun.current}/release`, {}, { keepalive: true }).catch(() => undefined);
    begun.current = undefined;
  };
  begin.current =
    owner === undefined && waits
      ? async () => {
          if (decided.current || !(await send('claim', { version: model.version }))) return;
          begun.current = documentPath(kind, model.id);
          if (!here.current) free.current?.();
        }
      : undefined;
  useEffect(() => {
    const leave = () => free.current?.();
    here.current = true;
    window.addEventListener('pagehide', leave);
    return () => {
      here.current = false;
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const written = ({ target }: Event) => {
      if (timer !== undefined || !(target instanceof Element) || !target.closest('.portal-document')) return;
      working.current = true;
      timer = setTimeout(() => begin.current?.(), claimAfterMs);
    };
    document.addEventListener('input', written);
    return () => {
      document.removeEventListener('input', written);
      clearTimeout(timer);
    };
  }, []);

  if (!waits && owner === undefined) return <Presence others={others} />;
  return (
    <div className="portal-case-bar">
      <Presence others={others} />
      <p className="portal-case-bar__facts" role="status">
        <strong>{owner === undefined ? kit('work.nobody') : mine ? kit('work.mine') : kit('work.with', { name: owner })}</strong>
        {typeof due === 'string' ? <Due at={due} /> : null}
      </p>
      {owner !== undefined && !mine ? (
        <p className="portal-case-bar__facts portal-muted">{kit(supervises ? 'work.withSupervised' : 'work.withOther')}</p>
      ) : null}
      <div className="portal-case-bar__ways">
        {turn ? (
          <Button variant="link" aria-keyshortcuts={shortcut} onClick={turn}>
            {kit(owner === undefined ? 'work.take' : 'work.release')}
            <Key of="take" />
          </Button>
        ) : null}
        {supervises && waits ? (
          <Button variant="link" aria-haspopup="dialog" onClick={() => setAssigning(true)}>
            {kit('work.assign')}
          </Button>
        ) : null}
      </div>
      <div role="alert">{fault ? <p className="govuk-error-message">{fault}</p> : null}</div>
      {assigning ? <AssignDialog assign={(assignee) => send('assign', { assignee })} fault={fault} onClose={() => setAssigning(false)} /> : null}
    </div>
  );
}

function Due({ at }: { at: string }) {
  const kit = useKitText();
  const format = useFormat();
  const late = new Date(`${at}Z`).getTime() < Date.now();
  return (
    <span className={late ? 'portal-case-bar__late' : undefined}>
      {' · '}
      {kit(late ? 'work.overdue' : 'work.due', { when: `${format.shortDate(at)} ${format.time(at)}` })}
    </span>
  );
}
