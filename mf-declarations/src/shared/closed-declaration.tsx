import { Button, type Label, Link, PublicPage, useKitText, useSession, useText } from '@portal/web-kit';
import type { DeclarationKind } from './declaration.api.ts';
import { shared } from './texts.ts';

interface ClosedDeclarationProps {
  kind: DeclarationKind;
  id?: string;
  title: Label;
  status?: string;
  /** Why a declaration with which an officer has dealt cannot be changed. */
  closed: Label;
}

/** The page for changes where the declaration cannot be changed. While no officer has dealt with it, only this person cannot: it says who can. */
export function ClosedDeclaration({ kind, id, title, status, closed }: ClosedDeclarationProps) {
  const text = useText();
  const kit = useKitText();
  const { user, signIn } = useSession();
  const isOpen = status === 'CREATED';
  return (
    <PublicPage title={title} back={id ? `${kind.publicBase}/qr/${id}` : '/'}>
      <p className="govuk-body">{text(isOpen ? shared.changeAsApplicant : closed)}</p>
      {isOpen ? (
        <>
          {user ? null : <Button onClick={() => signIn()}>{kit('action.signIn')}</Button>}
          <p className="govuk-body">
            <Link className="govuk-link" to={`${kind.publicBase}/search`}>
              {text(shared.findAgain)}
            </Link>
          </p>
        </>
      ) : null}
    </PublicPage>
  );
}
