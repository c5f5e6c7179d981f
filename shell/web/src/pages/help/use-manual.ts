import type { AreaHelp, HelpKind } from '@portal/contract-kit';
import { asProblem, type ListResult, useQueries, useSession } from '@portal/web-kit';
import type { Area } from '../../area.ts';
import { shellApi } from '../../areas/clients.ts';
import { withTimeout } from '../../areas/timeout.ts';
import { useErasureKinds, useStaffMenu } from '../../layout/staff-menu.ts';
import { useRegistry } from '../../layout/use-registry.ts';
import { type Chapter, chapterOf } from './manual.ts';
import { portalHelp } from './portal-help.ts';

const patience = 15_000;

/** Lazy loaded together with the code that runs areas, because these pages do not need it before. */
async function helpOf(area: Area): Promise<AreaHelp> {
  const { loadHelp } = await import(/* webpackChunkName: "area-host" */ '../../areas/loader.ts');
  return loadHelp(area);
}

/** Loads the manual from the services and the remotes. If one of them is down, only its own part is missing. */
export function useManual(): { chapters: Chapter[]; loading: boolean } {
  const registry = useRegistry();
  const { hasAnyRole } = useSession();
  const answersErasure = useErasureKinds().length > 0;
  const menu = useStaffMenu();
  const areas = menu.map(({ area }) => area);
  const helps = useQueries({
    queries: areas.map((area) => ({
      queryKey: ['help', area.name, area.version],
      queryFn: () => withTimeout(patience, helpOf(area), `the manual of ${area.name}`),
      staleTime: Number.POSITIVE_INFINITY,
      retry: 1,
    })),
  });
  const withKinds = areas.filter(({ kinds }) => kinds.length > 0);
  const answers = useQueries({
    queries: withKinds.map(({ api }) => ({
      queryKey: ['help', 'kinds', api],
      queryFn: ({ signal }: { signal: AbortSignal }) => shellApi(api).get<ListResult<HelpKind>>('/v1/help', { signal }),
      staleTime: 60_000,
      retry: false,
    })),
  });
  const kindsOf = (area: Area): readonly HelpKind[] | undefined => {
    const answer = answers[withKinds.indexOf(area)];
    // The service answers 403 to a reader who works on none of its kinds. Such a chapter has no kinds, but is not incomplete.
    return !answer || (answer.error && asProblem(answer.error).status === 403) ? [] : answer.data?.records;
  };
  const own = chapterOf({ name: 'portal', title: 'help.portal', menu: [], pictures: '/help', help: portalHelp(answersErasure), kinds: [] }, hasAnyRole);
  const chapters = areas.map((area, i) =>
    chapterOf(
      { name: area.name, title: area.title, menu: area.menu, pictures: area.entry.replace(/[^/]+$/, 'help'), help: helps[i]?.data, kinds: kindsOf(area) },
      hasAnyRole,
    ),
  );
  return { chapters: [own, ...chapters], loading: !registry || [...helps, ...answers].some(({ isPending }) => isPending) };
}
