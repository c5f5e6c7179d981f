import { useKitText } from '../../language/i18n.ts';

/** Says who else has the case open: "Ana is looking at this". Screen readers announce a change. */
export function Presence({ others }: { others: readonly string[] }) {
  const text = useKitText();
  const [first = '', second = ''] = others;
  const words =
    others.length === 0
      ? ''
      : others.length === 1
        ? text('live.one', { name: first })
        : others.length === 2
          ? text('live.two', { first, second })
          : text('live.many', { name: first, count: others.length - 1 });
  return (
    <p className={`portal-presence${words ? '' : ' portal-presence--nobody'}`} role="status" title={others.length > 2 ? others.join(', ') : undefined}>
      {words}
    </p>
  );
}
