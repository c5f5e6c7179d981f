import { useKitText } from '../../language/i18n.ts';

/** "Ana is looking at this": who else has the case open. A screen reader says it when it changes. */
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
