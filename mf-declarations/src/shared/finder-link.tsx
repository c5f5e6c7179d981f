import { ButtonLink, useSession, useText } from '@portal/web-kit';
import type { DeclarationKind } from './declaration.api.ts';
import { shared } from './texts.ts';

/** Link to the officers' finder, shown to users who may search. */
export function FinderLink({ kind }: { kind: DeclarationKind }) {
  const text = useText();
  const { hasRole } = useSession();
  if (!hasRole(`${kind.roleName}-declaration-search`)) return null;
  return (
    <ButtonLink variant="secondary" small to={kind.staffBase}>
      {text(shared.findAnother)}
    </ButtonLink>
  );
}
