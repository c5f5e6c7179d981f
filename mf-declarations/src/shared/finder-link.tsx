import { ButtonLink, useSession, useText } from '@portal/web-kit';
import { shared } from './texts.ts';

/** The way to the staff's finder, for those who may search. */
export function FinderLink({ kind }: { kind: 'traveller' | 'departure' }) {
  const text = useText();
  const { hasRole } = useSession();
  if (!hasRole(`${kind}-declaration-search`)) return null;
  return (
    <ButtonLink variant="secondary" small to={`/other/${kind}/declaration`}>
      {text(shared.findAnother)}
    </ButtonLink>
  );
}
