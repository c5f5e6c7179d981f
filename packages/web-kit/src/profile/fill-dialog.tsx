import type { ListResult, OwnDocument } from '@portal/contract-kit';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import { useApi } from '../api/api.ts';
import { asProblem } from '../api/problem.ts';
import { Button } from '../components/button.tsx';
import { Modal } from '../components/modal.tsx';
import { problemErrors } from '../components/page-error.ts';
import { TextLine } from '../components/text-box.tsx';
import { useFirstFocus } from '../components/use-first-focus.ts';
import { loadDocument } from '../document/use-document.ts';
import { useFormat } from '../language/format.ts';
import { addTexts, KIT, useKitText, useLanguage } from '../language/i18n.ts';
import { useQueries } from '../query.ts';
import { signIn, useSession } from '../session/session.tsx';
import type { FillFromProfileProps } from './fill-in.ts';
import { ProfileVault } from './profile-vault.ts';
import { lockSecret } from './screen-lock.ts';
import { profileTexts } from './texts.ts';

addTexts(KIT, profileTexts);

const vault = new ProfileVault();
const mostShown = 3;

interface FillDialogProps extends Omit<FillFromProfileProps, 'onFill'> {
  /** Called with the values that the user has chosen. */
  onFill(values: Record<string, unknown>): void;
  onClose(): void;
}

/** A dialog that asks for the PIN of the details stored on the device, and lists the last documents of the user's account. */
export default function FillDialog({ kinds, also, onFill, onClose }: FillDialogProps) {
  const text = useKitText();
  const { user } = useSession();
  const [keptAt, setKeptAt] = useState(() => (vault.isPossible ? vault.keptAt() : undefined));
  const [told, setTold] = useState('');
  // The focus is set here and not in the contents, because the dialog opens after its contents are rendered.
  const field = useFirstFocus<HTMLInputElement>();
  const forget = (words: string) => {
    setKeptAt(undefined);
    setTold(words);
  };
  return (
    <Modal open onClose={onClose} title={text('profile.fill')}>
      <div role="status">{told ? <p className="govuk-body">{told}</p> : null}</div>
      {keptAt ? <OnDevice at={keptAt} field={field} onFill={onFill} onGone={forget} /> : null}
      {user ? <FromAccount kinds={kinds} onFill={onFill} /> : null}
      {keptAt || user || told ? null : <p className="govuk-body">{text('profile.none')}</p>}
      {user ? null : (
        <Button variant="link" onClick={() => signIn()}>
          {text('profile.signIn')}
        </Button>
      )}
      {also}
    </Modal>
  );
}

interface OnDeviceProps {
  at: number;
  /** The ref of the PIN field. */
  field: RefObject<HTMLInputElement | null>;
  onFill(values: Record<string, unknown>): void;
  onGone(words: string): void;
}

function OnDevice({ at, field, onFill, onGone }: OnDeviceProps) {
  const text = useKitText();
  const format = useFormat();
  const id = useId();
  const [pin, setPin] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const lock = vault.lock();
  const unlock = async () => {
    if (!lock) return;
    setFault('');
    const opened = await lockSecret(lock)
      .then((secret) => vault.openLocked(secret))
      .catch(() => undefined);
    if (opened) return onFill(opened.values);
    setFault(text('profile.lockFailed'));
    field.current?.focus();
  };
  const open = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const opened = await vault.open(pin);
    setBusy(false);
    if ('values' in opened) return onFill(opened.values);
    if (opened.left === 0) return onGone(text('profile.gone'));
    setFault(text('profile.wrong', { count: opened.left }));
    field.current?.select();
  };
  return (
    <form noValidate onSubmit={open}>
      <p className="govuk-body">{text('profile.onDevice', { when: format.date(new Date(at).toISOString()) })}</p>
      {lock ? (
        <>
          <Button onClick={unlock}>{text('profile.openLock')}</Button>
          <p className="govuk-body">{text('profile.orPin')}</p>
        </>
      ) : null}
      <TextLine
        ref={field}
        id={`${id}-pin`}
        type="password"
        autoComplete="off"
        label={text('profile.pin')}
        error={fault}
        value={pin}
        onChange={({ target }) => setPin(target.value)}
      />
      <div className="govuk-button-group">
        <Button type="submit" variant={lock ? 'secondary' : 'primary'} busy={busy}>
          {text('profile.open')}
        </Button>
        <Button
          variant="link"
          onClick={() => {
            vault.delete();
            onGone(text('profile.deleted'));
          }}
        >
          {text('profile.delete')}
        </Button>
      </div>
    </form>
  );
}

function FromAccount({ kinds, onFill }: Pick<FillDialogProps, 'kinds' | 'onFill'>) {
  const text = useKitText();
  const api = useApi();
  const format = useFormat();
  const { language } = useLanguage();
  const [fault, setFault] = useState('');
  const lists = useQueries({
    queries: kinds.map((path) => ({
      queryKey: ['mine', api.prefix, path],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.get<ListResult<OwnDocument>>(`${path}/mine`, { signal }),
    })),
  });
  const own = lists
    .flatMap(({ data }, i) => (data?.records ?? []).filter(({ reference }) => reference).map((document) => ({ document, path: kinds[i] as string })))
    .sort((a, b) => b.document.createdAt.localeCompare(a.document.createdAt))
    .slice(0, mostShown);
  if (own.length === 0) return null;
  const fill = async (path: string, id: string) => {
    try {
      onFill((await loadDocument<Record<string, unknown>>(api, path, id)).model);
    } catch (error) {
      setFault(problemErrors(asProblem(error), language)[0]?.message ?? text('page.failure'));
    }
  };
  return (
    <>
      <h3 className="govuk-heading-s">{text('profile.own')}</h3>
      <p className="govuk-error-message" role="alert">
        {fault}
      </p>
      <ul className="govuk-list">
        {own.map(({ document: { id, title, reference, name, createdAt }, path }) => (
          <li key={id}>
            <Button variant="link" onClick={() => fill(path, id)}>
              {title} {reference}
            </Button>
            <br />
            {name}, {format.date(createdAt)}
          </li>
        ))}
      </ul>
    </>
  );
}
