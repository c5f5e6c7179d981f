import { Button, Link, PublicPage, useSession, useText } from '@portal/web-kit';
import type { Area } from '../area.ts';
import { useRegistry } from '../layout/use-registry.ts';
import { refreshRegistry } from '../registry.ts';

function AreaServices({ area }: { area: Area }) {
  const text = useText();
  const services = area.menu.filter(({ audience }) => audience === 'public');
  if (services.length === 0) return null;
  return (
    <section className="shell-services" aria-labelledby={`services-${area.name}`}>
      <h2 className="govuk-heading-m" id={`services-${area.name}`}>
        {text(area.title)}
      </h2>
      {area.description ? <p className="govuk-body shell-services__about">{text(area.description)}</p> : null}
      <ul className="shell-services__list">
        {services.map((service) => (
          <li key={service.path}>
            <Link className="govuk-link shell-services__link" to={service.path}>
              {text(service.title)}
            </Link>
            {service.description ? <p className="shell-services__about">{text(service.description)}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The services for visitors, area by area, from the registry. */
export function HomePage() {
  const text = useText();
  const registry = useRegistry();
  const { user, roles, loading } = useSession();
  const areas = registry?.areas ?? [];
  return (
    <PublicPage title="home.title" wide>
      <p className="govuk-body-l">{text('home.lead')}</p>
      {areas.length > 0 ? (
        <div className="shell-services-grid">
          {areas.map((area) => (
            <AreaServices key={area.name} area={area} />
          ))}
        </div>
      ) : (
        <div className="govuk-inset-text">
          <p className="govuk-body">
            <strong>{text('home.noServices')}</strong>
          </p>
          <p className="govuk-body">{text('home.noServicesMore')}</p>
          <Button variant="secondary" onClick={() => refreshRegistry().catch(() => undefined)}>
            {text('area.retry')}
          </Button>
        </div>
      )}
      <div className="shell-asides">
        <section>
          <h2 className="govuk-heading-s">{text('home.check')}</h2>
          <p className="govuk-body">{text('home.checkMore')}</p>
        </section>
        <section>
          <h2 className="govuk-heading-s">{text('home.my')}</h2>
          <p className="govuk-body">
            {text('home.myMore')}{' '}
            <Link className="govuk-link" to={user ? '/my' : '/sign-in?returnTo=%2Fmy'}>
              {text('header.my')}
            </Link>
          </p>
        </section>
        <section>
          <h2 className="govuk-heading-s">{text('home.staff')}</h2>
          <p className="govuk-body">
            {text('home.staffMore')}{' '}
            <Link className="govuk-link" to={user && roles.length > 0 ? '/staff' : '/sign-in?returnTo=%2Fstaff'}>
              {user || loading ? text('header.staff') : text('header.signIn')}
            </Link>
          </p>
        </section>
      </div>
    </PublicPage>
  );
}
