import { type DocumentEnvelope, valueAt } from '@portal/contract-kit';
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
import { pagePerson } from '../../session/session-store.ts';
import { Presence } from '../live/presence.tsx';
import { useCasePresence } from '../live/use-live.ts';
import { notesId, notesKey } from '../thread/notes.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { useCommand } from './commands.ts';
import { Key, useShortcut } from './key.tsx';

interface CaseBarProps {
  /** The path of the kind, such as `/v1/professional`. */
  kind: string;
  /** The prefix of the kind's roles. */
  roles: string;
  model: { id: string; version: number };
  /** Called when somebody else has changed what can be done with the case. */
  onChanged(): unknown;
  /** Whether an action on this page has moved the case on to another status. */
  decided: { readonly current: boolean };
  /** Whether the officer has written or ticked something that is not sent yet. The bar sets it; the page resets it when an action has been sent. */
  working: { current: boolean };
}

type Answer = Pick<DocumentEnvelope<object>, 'model' | 'claim'>;

const ownerOf = (model: object): string | undefined => {
  const name = valueAt(model, 'assignee.name');
  return typeof name === 'string' ? name : undefined;
};

/** The time in ms that an officer must have worked on a case before the case is claimed automatically. Routine cases are decided sooner and need no claim. */
const claimAfterMs = 1_500;

/** Shows who has the case and by when it is due, with buttons to claim it, to release it and, for supervisors, to assign it. */
export function CaseBar({ kind, roles, model, onChanged, decided, working }: CaseBarProps) {
  const kit = useKitText();
  const { language } = useLanguage();
  const api = useApi();
  const cache = useQueryClient();
  const { user, hasRole } = useSession();
  // An action of somebody else changes what can be done here, so the case is loaded again. While the officer is working on it nothing is replaced: the server
  // says when it is outdated.
  const { others } = useCasePresence(kind, model.id, model.version, (what) => {
    if (what === 'noted' || what === 'resync') void cache.invalidateQueries({ queryKey: notesKey(kind, model.id) });
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

  // An officer who begins to write or tick claims the case automatically. Such a claim is released when the officer leaves the page without a decision.
  // The release names the claim, so that a supervisor's assignment, or a claim that another page or officer has made since, stays.
  const begun = useRef<{ path: string; since: string }>(undefined);
  const send = async (call: 'claim' | 'release' | 'assign', body: object = {}): Promise<Answer | undefined> => {
    setFault('');
    try {
      // Writing claims the case by itself, which never counts as a second try in the name of another person.
      const answer = await api.post<Answer>(`${documentPath(kind, model.id)}/${call}`, body, 'version' in body ? { person: pagePerson() } : {});
      // The form on the screen keeps what was typed. Only the owner is updated.
      setChanged({ of: model, owner: ownerOf(answer.model) });
      // An assigned case stays with its officer when this page is left.
      if (call === 'assign') begun.current = undefined;
      void cache.invalidateQueries({ queryKey: ['list'] });
      return answer;
    } catch (error) {
      const problem = asProblem(error);
      // A decision overtook the automatic claim. No error is shown, because the page already shows the result of the decision.
      if ('version' in body && problem.errors.some(({ code }) => code === 'STALE_VERSION')) return undefined;
      setFault(problemErrors(problem, language)[0]?.message ?? problem.title);
      if (problem.claim) await onChanged();
      return undefined;
    }
  };

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
    const { path, since } = begun.current ?? {};
    if (path && !decided.current) void api.post(`${path}/release`, { since }, { keepalive: true, person: pagePerson() }).catch(() => undefined);
    begun.current = undefined;
  };
  begin.current =
    owner === undefined && waits
      ? async () => {
          const claim = decided.current ? undefined : (await send('claim', { version: model.version }))?.claim;
          // Another page of this officer has claimed the case: leaving this one does not release it.
          if (!claim) return;
          begun.current = { path: documentPath(kind, model.id), since: claim.since };
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
      // The dialog that assigns the case is inside of the document, but writing in it is no work on the case.
      if (!(target instanceof Element) || !target.closest('.portal-document') || target.closest('dialog')) return;
      // A note stays in its box when the case is loaded again, and refers to no version of it.
      if (!target.closest(`#${notesId}`)) working.current = true;
      if (timer === undefined) timer = setTimeout(() => begin.current?.(), claimAfterMs);
    };
    document.addEventListener('input', written);
    return () => {
      document.removeEventListener('input', written);
      clearTimeout(timer);
    };
  }, [working]);

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
      {assigning ? (
        <AssignDialog assign={async (assignee) => (await send('assign', { assignee })) !== undefined} fault={fault} onClose={() => setAssigning(false)} />
      ) : null}
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
