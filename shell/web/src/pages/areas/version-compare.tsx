import { asProblem, FailurePanel, LoadingPanel, SimpleTable, useFormat, useQuery, useText } from '@portal/web-kit';
import { useId, useState } from 'react';
import { shellApi } from '../../areas/clients.ts';
import type { StoredVersion, VersionDiff } from './area-data.ts';

interface Row {
  kind: 'added' | 'removed' | 'changed';
  /** The part of a version that differs. */
  part: 'files' | 'contract' | 'prefixes' | 'menu' | 'roles' | 'kit';
  what: string;
  detail: string;
}

const kinds = ['added', 'removed', 'changed'] as const;

/** Returns all differences in one list. @param size formats a number of bytes */
function rowsOf({ files, contract, prefixes, menu, roles, kit }: VersionDiff, size: (bytes: number) => string): Row[] {
  const of = <T,>(part: Row['part'], differences: Record<Row['kind'], T[]>, tell: (one: T) => Pick<Row, 'what' | 'detail'>): Row[] =>
    kinds.flatMap((kind) => differences[kind].map((one) => ({ kind, part, ...tell(one) })));
  const plain = (what: string) => ({ what, detail: '' });
  return [
    ...(kit.before === kit.after ? [] : [{ kind: 'changed', part: 'kit', what: `${kit.before} → ${kit.after}`, detail: '' } as const]),
    ...of('prefixes', prefixes, plain),
    ...of('menu', menu, ({ path, roles: needed }) => ({ what: path, detail: needed.join(', ') })),
    ...of('roles', roles, plain),
    ...of('contract', contract, ({ description, method, path }) => ({ what: `${method} ${path}`, detail: description })),
    ...of('files', files, ({ file, before, after }) => ({
      what: file,
      detail: [before, after].map((bytes) => (bytes === undefined ? '–' : size(bytes))).join(' → '),
    })),
  ];
}

/** Shows how two versions of an area differ. */
export function VersionCompare({ area, versions, present }: { area: string; versions: readonly StoredVersion[]; present: string }) {
  const text = useText();
  const format = useFormat();
  const id = useId();
  const others = versions.filter(({ version }) => version !== present);
  const [from, setFrom] = useState(others[0]?.version ?? present);
  const [to, setTo] = useState(present);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['operations', 'diff', area, from, to],
    queryFn: () => shellApi('/operations').get<VersionDiff>(`/areas/${area}/diff`, { query: { from, to } }),
    enabled: from !== to,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const kB = (bytes: number): string => `${format.number(Math.round(bytes / 100) / 10)} kB`;
  if (versions.length < 2) return <p className="govuk-body portal-muted">{text('operations.onlyOne')}</p>;
  const choose = (name: string, value: string, set: (version: string) => void) => (
    <div className="govuk-form-group">
      <label className="govuk-label" htmlFor={`${id}-${name}`}>
        {text(`operations.${name}`)}
      </label>
      <select className="govuk-select" id={`${id}-${name}`} value={value} onChange={(event) => set(event.target.value)}>
        {versions.map(({ version }) => (
          <option key={version} value={version}>
            {version}
          </option>
        ))}
      </select>
    </div>
  );
  return (
    <>
      <div className="shell-areas__compare">
        {choose('older', from, setFrom)}
        {choose('newer', to, setTo)}
      </div>
      {error ? <FailurePanel problem={asProblem(error)} retry={() => void refetch()} /> : null}
      {isFetching ? <LoadingPanel /> : null}
      {data && from !== to ? (
        <>
          <p className="govuk-body">{text('operations.sizes', { before: kB(data.size.before), after: kB(data.size.after) })}</p>
          <SimpleTable
            caption="operations.differences"
            rows={rowsOf(data, kB)}
            rowKey={({ part, kind, what, detail }) => `${part} ${kind} ${what} ${detail}`}
            empty="operations.same"
            columns={[
              { title: 'operations.part', render: ({ part }) => text(`operations.parts.${part}`) },
              { title: 'operations.kind', render: ({ kind }) => text(`operations.kinds.${kind}`) },
              { title: 'operations.thing', render: ({ what }) => <span className="shell-areas__thing">{what}</span> },
              { title: 'operations.detail', render: ({ detail }) => <span className="shell-areas__thing">{detail}</span> },
            ]}
          />
        </>
      ) : null}
    </>
  );
}
