import { Link, useText } from '@portal/web-kit';
import type { DeclarationKind } from './declaration.api.ts';
import { shared } from './texts.ts';

/** Link for people who travel later, below the days that can be declared now. */
export function LaterJourneyLink({ kind, mode }: { kind: DeclarationKind; mode: string }) {
  const text = useText();
  if (mode !== 'register') return null;
  return (
    <p className="govuk-body">
      <Link className="govuk-link" to={`${kind.publicBase}/later`}>
        {text(shared.laterLink)}
      </Link>
    </p>
  );
}
