import { latinDigits } from '@portal/contract-kit';
import { type FormEvent, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useApi } from '../api/api.ts';
import { openWithCode, type SentCode, sendOneTimeCode } from '../api/documents.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { Button, ButtonGroup } from '../components/button.tsx';
import { InsetText } from '../components/content.tsx';
import { problemErrors } from '../components/page-error.ts';
import { ErrorText } from '../forms/field.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText, useLanguage } from '../language/i18n.ts';
import { useSession } from '../session/session.tsx';

export interface FinderAccessProps {
  /** The value in the address that stands for the document: its id, or a key from the finder. */
  id: string | undefined;
  /** The finder's path on the service (`/v1/traveller/declaration/find`). */
  find: string;
  /** The address of the finder's page. */
  searchPage: string;
  /** Returns the address of the document under the applicant's own key. */
  to: (id: string) => string;
}

/** Whether this is a key from the finder. The document that it opens is shown, but cannot be changed. A key that a one-time code gives begins with `c.`. */
export const isFinderKey = (id: string | undefined): boolean => id?.startsWith('k.') === true;

/**
 * Lets a user who found a document with the finder get full access to it: sends a one-time code to the addresses in the document, and opens the document under
 * the applicant's own key. Renders nothing for a document that was not opened with a finder's key, and for staff, whose roles decide what they see.
 */
export function FinderAccess(props: FinderAccessProps) {
  const { roles } = useSession();
  return isFinderKey(props.id) && roles.length === 0 ? <CodeForm {...props} id={props.id as string} /> : null;
}

/** Returns the digits of a one-time code as the service compares them; undefined if the text is no code. */
export function codeTyped(text: string): string | undefined {
  // A code that is copied from a message may come with invisible marks and dashes, as in a telephone number.
  const digits = latinDigits(text).replace(/[\s\p{Cf}\p{Pd}\u2212]/gu, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

function CodeForm({ id, find, searchPage, to }: FinderAccessProps & { id: string }) {
  const text = useKitText();
  const { language } = useLanguage();
  const format = useFormat();
  const api = useApi();
  const navigate = useNavigate();
  const field = useId();
  const [sent, setSent] = useState<SentCode>();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<ApiProblem | 'digits'>();

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setWrong(undefined);
    try {
      await work();
    } catch (error) {
      setWrong(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const send = () =>
    attempt(async () => {
      setSent(await sendOneTimeCode(api, find, id));
      setCode('');
    });
  const open = (event: FormEvent) => {
    event.preventDefault();
    const digits = codeTyped(code);
    if (!digits) return setWrong('digits');
    return attempt(async () => {
      const { model } = await openWithCode<object>(api, find, id, digits);
      navigate(to(model.id), { replace: true });
    });
  };

  const message = wrong === 'digits' ? text('finderAccess.digits') : wrong ? problemErrors(wrong, language)[0]?.message : undefined;
  const expired = wrong !== undefined && wrong !== 'digits' && (wrong.status === 403 || wrong.status === 404);
  const again = expired ? (
    <p className="govuk-body">
      <Link className="govuk-link" to={searchPage}>
        {text('finderAccess.searchAgain')}
      </Link>
    </p>
  ) : null;

  if (!sent) {
    return (
      <InsetText>
        <p className="govuk-body">{text('finderAccess.readOnly')}</p>
        <div role="alert">
          <ErrorText id={`${field}-error`} message={message} />
        </div>
        {again ?? (
          <Button variant="secondary" busy={busy} onClick={send}>
            {text('finderAccess.ask')}
          </Button>
        )}
      </InsetText>
    );
  }
  return (
    <InsetText>
      <form noValidate method="post" onSubmit={open}>
        <p className="govuk-body" role="status">
          {text('finderAccess.sent', { where: sent.sentTo.join(', '), time: format.time(sent.expiresAt) })}
        </p>
        <div className={`govuk-form-group${message ? ' govuk-form-group--error' : ''}`}>
          <label className="govuk-label" htmlFor={field}>
            {text('finderAccess.code')}
          </label>
          <div role="alert">
            <ErrorText id={`${field}-error`} message={message} />
          </div>
          <input
            className={`govuk-input govuk-input--width-5${message ? ' govuk-input--error' : ''}`}
            id={field}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            aria-invalid={message ? true : undefined}
            aria-describedby={message ? `${field}-error` : undefined}
          />
        </div>
        {again ?? (
          <ButtonGroup>
            <Button type="submit" busy={busy}>
              {text('finderAccess.open')}
            </Button>
            <Button variant="link" busy={busy} onClick={send}>
              {text('finderAccess.askAgain')}
            </Button>
          </ButtonGroup>
        )}
      </form>
    </InsetText>
  );
}
