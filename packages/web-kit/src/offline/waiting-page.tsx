import type { FieldError } from '@portal/contract-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api.ts';
import { Button, ButtonGroup } from '../components/button.tsx';
import { Card } from '../components/content.tsx';
import { ConfirmDialog } from '../components/modal.tsx';
import { PublicPage } from '../components/page.tsx';
import { LoadingPanel } from '../components/states.tsx';
import { draftsAt } from '../draft/drafts.ts';
import { useFormat } from '../language/format.ts';
import { addTexts, KIT, useKitText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { useNavigate } from '../router.ts';
import { useSession } from '../session/session.tsx';
import { ClearDeviceButton } from './clear-button.tsx';
import { reopen } from './reopen.ts';
import { senderOf } from './sender.ts';
import { waitingTexts } from './texts.ts';
import { allWaitingForms, dayOf, dropWaitingForm, sendWaitingForms, type WaitingForm, whenSent } from './waiting.ts';
import { mayHaveWaitingForms, onWaitingChange } from './waiting-flag.ts';

addTexts(KIT, waitingTexts);

const FIRST_MS = 4_000;
const LONGEST_MS = 60_000;
const SENT_BEFORE = 'IDEMPOTENCY_CONFLICT';

/** Repeats the work at growing intervals, because a portal that does not answer cannot announce when it is available again. */
function useRepeated(wanted: boolean, work: () => Promise<void>): void {
  useEffect(() => {
    if (!wanted) return;
    let pause = FIRST_MS;
    let timer: ReturnType<typeof setTimeout>;
    let over = false;
    const next = () => {
      timer = setTimeout(async () => {
        await work();
        pause = Math.min(pause * 2, LONGEST_MS);
        if (!over) next();
      }, pause);
    };
    next();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [wanted, work]);
}

interface WaitingPageProps {
  /** The address of the form. */
  form: string;
  title: Label;
  /** Returns the errors of a refused form in the words that the form shows. */
  errorsOf?(waiting: WaitingForm): Promise<readonly FieldError[]>;
}

/** The page that lists the answers of a form that wait on this device to be sent. */
export function WaitingPage({ form, title, errorsOf }: WaitingPageProps) {
  const text = useKitText();
  const navigate = useNavigate();
  const api = useApi();
  const { user } = useSession();
  const [all, setAll] = useState<WaitingForm[]>();
  const [help, setHelp] = useState<Awaited<ReturnType<typeof whenSent>>>();
  // A user who waits on this page is taken to the confirmation as soon as the form has arrived.
  const waited = useRef(new Set<string>());
  const look = useCallback(async () => {
    const mine = (await allWaitingForms().catch(() => [])).filter((waiting) => waiting.form === form);
    const arrived = mine.find(({ key, state }) => state === 'sent' && waited.current.has(key));
    if (arrived?.id && mine.length === 1) {
      await dropWaitingForm(arrived);
      navigate(`${arrived.to}${arrived.id}`, { replace: true });
      return;
    }
    const unsent = mine.filter(({ state }) => state === 'waiting');
    for (const { key } of unsent) waited.current.add(key);
    setHelp(unsent.length > 0 ? await whenSent(unsent) : undefined);
    setAll(
      await Promise.all(mine.map(async (waiting) => (errorsOf && waiting.errors?.length ? { ...waiting, errors: [...(await errorsOf(waiting))] } : waiting))),
    );
  }, [form, navigate, errorsOf]);
  useEffect(() => {
    void look();
    return onWaitingChange(() => void look());
  }, [look]);
  useRepeated(
    all?.some(({ state, owner }) => state === 'waiting' && (owner === null || owner === user?.sub)) ?? false,
    useCallback(async () => {
      for (const owner of new Set([null, user?.sub ?? null]))
        await sendWaitingForms((waiting) => waiting.owner === owner, senderOf(api, { owner })).catch(() => true);
    }, [api, user?.sub]),
  );
  // The flag is known at once, so that the banner is there before the database has answered.
  const some = all ? all.length > 0 : mayHaveWaitingForms();
  return (
    <PublicPage title={title} back="/" result={some ? { tone: 'amber', word: text('waiting.title') } : undefined}>
      {all === undefined ? <LoadingPanel /> : null}
      {help ? <p className="govuk-body">{text(help)}</p> : null}
      {all?.length === 0 ? <p className="govuk-body">{text('waiting.none')}</p> : null}
      {all?.map((waiting) => (
        <OneWaiting key={waiting.key} waiting={waiting} look={look} />
      ))}
      {all ? <ClearDeviceButton /> : null}
    </PublicPage>
  );
}

/** A waiting form with its buttons. */
export function OneWaiting({ waiting, look }: { waiting: WaitingForm; look(): Promise<void> }) {
  const text = useKitText();
  const format = useFormat();
  const navigate = useNavigate();
  const api = useApi();
  const { user, known } = useSession();
  const [asked, setAsked] = useState(false);
  const [said, setSaid] = useState<'waiting.sending' | 'waiting.noNetwork' | 'waiting.changeLater' | 'draft.elsewhere'>();
  // When the other answers in the form were written, while the page asks whether to replace them.
  const [other, setOther] = useState<number>();
  const { draft, at, state, form, to, id, owner } = waiting;
  // An earlier attempt, with other answers, has arrived. The portal speaks of a key, which the reader does not know.
  const wasSentBefore = waiting.errors?.some(({ code }) => code === SENT_BEFORE) ?? false;
  const errors = waiting.errors?.map((error) => (error.code === SENT_BEFORE ? { ...error, message: text('errors.sentBefore') } : error));
  const { firstName, lastName } = draft.values as { firstName?: string; lastName?: string };
  const isForeign = owner !== null && owner !== user?.sub;
  // Nobody else reads or changes what a signed-in person has signed. While the session is unknown (no network), the person may be here.
  const isOthers = known && isForeign;
  const mayHaveArrived = state === 'waiting' && waiting.tried;
  const sureRefused = wasSentBefore ? 'waiting.sureSentBefore' : 'waiting.sureRefused';
  const sureUnsent = mayHaveArrived ? 'waiting.sureTried' : 'waiting.sure';

  const send = async (): Promise<void> => {
    setSaid('waiting.sending');
    const later = await sendWaitingForms(({ key }) => key === waiting.key, senderOf(api, waiting)).catch(() => true);
    setSaid(later ? 'waiting.noNetwork' : undefined);
    await look();
  };
  const change = async (sure = false): Promise<void> => {
    setOther(undefined);
    setSaid(undefined);
    const opened = mayHaveArrived ? 'tried' : await reopen(waiting, draftsAt(form), sure, () => dropWaitingForm(waiting));
    if (opened === 'tried') {
      if (isForeign) return setSaid('waiting.changeLater');
      // The form may have arrived already. If its answers changed now, there could be a second declaration, so the original form is sent first.
      setSaid('waiting.sending');
      const later = await sendWaitingForms(({ key }) => key === waiting.key, senderOf(api, waiting)).catch(() => true);
      if (later) return setSaid('waiting.changeLater');
      setSaid(undefined);
      return look();
    }
    if (opened === 'elsewhere') return setSaid('draft.elsewhere');
    if (opened !== 'open') return setOther(opened.at);
    navigate(form, { state: { refused: errors ?? [] } });
  };
  const forget = async (): Promise<void> => {
    // If it has been tried meanwhile, the dialog now asks about that.
    if (await dropWaitingForm(waiting)) setAsked(false);
    await look();
  };
  const show = async (arrived: string): Promise<void> => {
    await dropWaitingForm(waiting);
    navigate(`${to}${arrived}`);
  };
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const words = { waiting: name, refused: text('waiting.refused'), sent: text('waiting.sent') }[state];
  return (
    <Card title={words || name}>
      <p className="govuk-body">
        {[
          state === 'waiting' ? undefined : name,
          text('waiting.since', { when: format.dateTime(new Date(at).toISOString()) }),
          text('waiting.to', { day: format.date(dayOf(waiting.body)) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {state === 'refused' && !wasSentBefore ? <p className="govuk-body">{text('waiting.refusedText')}</p> : null}
      {errors?.length ? (
        <ul className="govuk-list govuk-list--bullet">
          {errors.map((error, index) => (
            <li key={index}>{error.message}</li>
          ))}
        </ul>
      ) : null}
      {isForeign ? <p className="govuk-body">{text('waiting.other')}</p> : null}
      <ButtonGroup>
        {state === 'sent' && id && !isOthers ? <Button onClick={() => show(id)}>{text('waiting.show')}</Button> : null}
        {state === 'waiting' && !isForeign ? (
          <Button busy={said === 'waiting.sending'} onClick={() => void send()}>
            {text('waiting.sendNow')}
          </Button>
        ) : null}
        {state !== 'sent' && !isOthers ? (
          <Button variant={state === 'refused' ? undefined : 'secondary'} onClick={() => void change()}>
            {text(state === 'refused' ? 'waiting.open' : 'waiting.change')}
          </Button>
        ) : null}
        <Button variant="link" onClick={() => (state === 'sent' ? void forget() : setAsked(true))}>
          {text('waiting.delete')}
        </Button>
      </ButtonGroup>
      <p className="govuk-hint portal-progress-line" role="status">
        {said ? text(said) : ''}
      </p>
      <ConfirmDialog
        open={asked && state !== 'sent'}
        onClose={() => setAsked(false)}
        onConfirm={() => void forget()}
        title={text(state === 'refused' ? sureRefused : sureUnsent)}
        confirmLabel={text('waiting.delete')}
        variant="warning"
      />
      <ConfirmDialog
        open={other !== undefined}
        onClose={() => setOther(undefined)}
        onConfirm={() => void change(true)}
        title={text('waiting.sureReplace', { when: format.dateTime(new Date(other ?? 0).toISOString()) })}
        confirmLabel={text('waiting.replace')}
        variant="warning"
      />
    </Card>
  );
}
