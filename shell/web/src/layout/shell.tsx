import { ErrorBoundary, IdleDialog, lazyPart, lazyScreen, Route, Routes, speakForStaff, useLocation, useSession, useText } from '@portal/web-kit';
import { memo, useEffect } from 'react';
import type { Area } from '../area.ts';
import { hasOpenData, idleMinutes, isDevelopment } from '../page-settings.ts';
import { HomePage } from '../pages/home.tsx';
import { NotFoundPage } from '../pages/not-found.tsx';
import { searchPlaces } from '../pages/searching.ts';
import { removePrerenderedArea } from '../prerendered-area.ts';
import { ownerOf } from '../registry.ts';
import { AreaPanel } from './area-panel.tsx';
import { Footer } from './footer.tsx';
import { Header, StaleNotice } from './header.tsx';
import { OverrideBadge } from './override-badge.tsx';
import { StaffKeys } from './staff-keys.tsx';
import { useStaffMenu, useStaffPlaces } from './staff-menu.ts';
import { StaffNav } from './staff-nav.tsx';
import { useAreaStatus, useRegistry } from './use-registry.ts';
import { useWide } from './use-wide.ts';

// Pages that are lazy loaded when they are opened. If the gateway has prerendered the page, its HTML stays until its script has been loaded.
const StaffHome = lazyScreen(() => import('../pages/staff-home.tsx'), null);
const SearchPage = lazyScreen(() => import('../pages/search.tsx'), null);
const BoardPage = lazyScreen(() => import('../pages/board/board.tsx'), null);
const BoardActionsPage = lazyScreen(() => import('../pages/board/actions.tsx'), null);
const AuditPage = lazyScreen(() => import('../pages/audit/audit.tsx'), null);
const JobsPage = lazyScreen(() => import('../pages/jobs/jobs.tsx'), null);
const HealthPage = lazyScreen(() => import('../pages/health/health.tsx'), null);
const AreasPage = lazyScreen(() => import('../pages/areas/areas.tsx'), null);
const AreaPage = lazyScreen(() => import('../pages/areas/area.tsx'), null);
const HelpPage = lazyScreen(() => import('../pages/help/help.tsx'), null);
const ErasurePage = lazyScreen(() => import('../pages/erasure.tsx'), null);
const MyPage = lazyScreen(() => import('../pages/my.tsx'), null);
const SessionsPage = lazyScreen(() => import('../pages/sessions.tsx'), null);
const SignInPage = lazyScreen(() => import('../pages/sign-in.tsx'), null);
const VerifyPage = lazyScreen(() => import('../pages/verify.tsx'), null);
const AboutPage = lazyScreen(() => import('../pages/about.tsx'), null);
const OpenDataPage = lazyScreen(() => import('../pages/open-data.tsx'), null);
const DesignPage = lazyScreen(() => import('../pages/design.tsx'), null);

/** Lazy loaded, because only officers need it. */
const StaffToasts = lazyPart(() => import('./staff-toasts.tsx'), { failure: 'nothing' });

/** Checks that a path is a staff path. A path that an area does not offer to the public is one. */
const isStaffPath = (path: string, area: Area | undefined) =>
  path === '/staff' ||
  path.startsWith('/staff/') ||
  (area !== undefined && !path.startsWith('/eservice/') && !area.menu.some((entry) => entry.audience === 'public' && entry.path === path));

/**
 * The shell's own pages. Memoised, so that they are rendered again only when the address changes. The prerendered HTML of a page stays as it is until its
 * script has been loaded.
 * @param ready whether the registry is known; only then is an unknown address an error
 */
const ShellPages = memo(({ pathname, ready }: { pathname: string; ready: boolean }) => (
  <ErrorBoundary key={pathname}>
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path="/my" element={<MyPage />} />
      <Route path="/my/sessions" element={<SessionsPage />} />
      <Route path="/staff" element={<StaffHome />} />
      <Route path="/staff/search" element={<SearchPage />} />
      <Route path="/staff/board" element={<BoardPage />} />
      <Route path="/staff/board/actions" element={<BoardActionsPage />} />
      <Route path="/staff/audit" element={<AuditPage />} />
      <Route path="/staff/jobs" element={<JobsPage />} />
      <Route path="/staff/health" element={<HealthPage />} />
      <Route path="/staff/areas" element={<AreasPage />} />
      <Route path="/staff/areas/:name" element={<AreaPage />} />
      <Route path="/staff/erasure" element={<ErasurePage />} />
      <Route path="/staff/help/*" element={<HelpPage />} />
      <Route path="/sign-in" element={<SignInPage />} />
      <Route path="/v/:token" element={<VerifyPage />} />
      <Route path="/accessibility" element={<AboutPage page="accessibility" />} />
      <Route path="/privacy" element={<AboutPage page="privacy" />} />
      <Route path="/contact" element={<AboutPage page="contact" />} />
      {hasOpenData() ? <Route path="/open-data" element={<OpenDataPage />} /> : null}
      {isDevelopment() ? <Route path="/design" element={<DesignPage />} /> : null}
      <Route path="*" element={ready ? <NotFoundPage /> : <HomePage />} />
    </Routes>
  </ErrorBoundary>
));

/** Makes React leave the content of the areas' container alone: an area renders into it, or the gateway has put the area's prerendered HTML there. */
const ownedByAreas = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };

interface ShellProps {
  /** Called when an area is entered; the container of the areas is then in the document. */
  enter: () => void;
  /** Name of the area whose prerendered HTML the page contains. */
  drawn: string | undefined;
}

/** The frame around every screen: header, navigation, content and footer. */
export function Shell({ enter, drawn }: ShellProps) {
  const text = useText();
  const { pathname } = useLocation();
  const registry = useRegistry();
  const status = useAreaStatus();
  const menu = useStaffMenu();
  const places = useStaffPlaces();
  const wide = useWide();
  const { user, hasRole } = useSession();
  const area = ownerOf(pathname);
  const staff = isStaffPath(pathname, area);
  const withNav = staff && user !== null && (menu.length > 0 || places.length > 0);

  useEffect(() => speakForStaff(staff), [staff]);

  const entered = area?.name;
  useEffect(() => {
    removePrerenderedArea(entered);
    if (entered) enter();
  }, [entered, enter]);

  return (
    <>
      <a className="govuk-skip-link" href="#main-content">
        {text('skip')}
      </a>
      <OverrideBadge />
      <Header staff={staff} working={withNav} searching={withNav && searchPlaces(registry?.areas ?? [], hasRole).length > 0} />
      <div className="shell-body">
        <div className={`shell-width${staff ? ' shell-width--staff' : ''}`}>
          <StaleNotice />
          <div className={withNav ? 'shell-columns' : undefined}>
            {withNav ? <StaffNav menu={menu} wide={wide} /> : null}
            <main className="shell-main" id="main-content" tabIndex={-1}>
              <div id="area-root" {...(drawn ? ownedByAreas : {})} />
              {area ? <AreaPanel area={area} status={status} drawn={drawn} /> : <ShellPages pathname={pathname} ready={Boolean(registry)} />}
            </main>
          </div>
        </div>
      </div>
      {withNav ? <StaffKeys menu={menu} /> : null}
      {withNav && menu.length > 0 ? <StaffToasts /> : null}
      {staff ? null : <Footer />}
      {user ? <IdleDialog minutes={idleMinutes()} /> : null}
    </>
  );
}
