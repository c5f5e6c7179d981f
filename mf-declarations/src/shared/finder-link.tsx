import { ButtonLink, useSession, useText } from '@portal/web-kit';
import type { DeclarationKind } from './declaration.api.ts';
import { shared } from './texts.ts';

/** Link to the officers' finder, shown to users who may search. */
export function FinderLink({ of }: { of: DeclarationKind }) {
  const text = useText();
  const { hasRole } = useSession();
  if (!hasRole(`${of.name}-declaration-search`)) return null;
  return (
    <ButtonLink variant="secondary" small to={of.staffBase}>
      {text(shared.findAnother)}
    </ButtonLink>
  );
}
