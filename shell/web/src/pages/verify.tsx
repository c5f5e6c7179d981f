import {
  addTexts,
  Button,
  ButtonLink,
  formatDate,
  Heading,
  LoadingPanel,
  PublicPage,
  SummaryList,
  type SummaryRow,
  useLanguage,
  useParams,
  useQuery,
  useText,
} from '@portal/web-kit';
import { clockIn } from '../country-clock.ts';
import { useRegistry } from '../layout/use-registry.ts';
import { country } from '../page-settings.ts';
import { type Finding, FRESH, findingKey, toneOf } from './finding.ts';
import { texts } from './verify.texts.ts';
import { check } from './verify-token.ts';

addTexts('shell', texts);

const titles: Record<Finding['verdict'], string> = {
  genuine: 'verify.genuine',
  expired: 'verify.expired',
  superseded: 'verify.superseded',
  notYet: 'verify.notYet',
  notGenuine: 'verify.notGenuine',
  unreadable: 'verify.unreadable',
  unknown: 'verify.unknown',
};

const more: Partial<Record<Finding['verdict'], string>> = {
  notGenuine: 'verify.notGenuineMore',
  unreadable: 'verify.unreadableMore',
  unknown: 'verify.unknownMore',
  expired: 'verify.expiredMore',
  superseded: 'verify.supersededMore',
};

/**
 * Shows a time in the country's time zone, with the name of the zone. The gateway and the browser render the same text, and it is also correct for a reader
 * abroad.
 */
function Moment({ at }: { at: string }) {
  const { language } = useLanguage();
  const { day, time, zone } = clockIn(at, country().timeZone);
  return (
    <time dateTime={at}>
      {formatDate(day, language)}, {time} ({zone})
    </time>
  );
}

/** Shows the holder of the card. The photo is shown only if it is a `data:` URL of a picture. */
function Holder({ name, photo }: { name: string; photo?: string }) {
  const text = useText();
  return (
    <>
      <strong>{name}</strong>
      {photo && /^data:image\/(png|jpeg|bmp);base64,/.test(photo) ? <img className="shell-holder__photo" src={photo} alt={text('verify.photo')} /> : null}
    </>
  );
}

function Facts({ finding }: { finding: Finding }) {
  const text = useText();
  const { language } = useLanguage();
  const kind = finding.title ? text(finding.title) : text(`verify.kinds.${finding.kind}`);
  const rows: SummaryRow[] = [
    { label: 'verify.kind', value: kind },
    { label: 'verify.reference', value: <strong className="shell-reference shell-reference--large">{finding.reference}</strong> },
    ...(finding.holder ? [{ label: 'verify.holder', value: <Holder {...finding.holder} /> }] : []),
    { label: 'verify.issued', value: finding.issuedAt ? <Moment at={finding.issuedAt} /> : '' },
  ];
  if (finding.validFrom) rows.push({ label: 'verify.validFrom', value: formatDate(finding.validFrom.slice(0, 10), language) });
  if (finding.validUntil) rows.push({ label: 'verify.validUntil', value: formatDate(finding.validUntil.slice(0, 10), language) });
  return <SummaryList rows={rows} />;
}

/** The page behind every QR code. It says whether the document is genuine and what its current standing is, as its service states it. */
export default function VerifyPage() {
  const text = useText();
  const { token = '' } = useParams();
  const registry = useRegistry();
  const { data, isFetching, refetch } = useQuery({
    queryKey: findingKey(token, registry),
    queryFn: () => check(token, registry),
    retry: false,
    networkMode: 'always',
    staleTime: FRESH,
  });
  if (!data) {
    return (
      <PublicPage title="verify.checking">
        <LoadingPanel />
      </PublicPage>
    );
  }
  const { verdict, standing, genuine, signatureOnly } = data;
  return (
    <PublicPage
      title={titles[verdict]}
      result={{ tone: toneOf(data), large: true, help: standing ? `${text('verify.standing')}: ${standing.label}` : undefined }}
    >
      <p className="govuk-body shell-checked">
        {text('verify.checked')} <Moment at={data.checkedAt} />
      </p>
      <Heading>{text('verify.next')}</Heading>
      <p className="govuk-body">{text(more[verdict] ?? (data.holder ? 'verify.compareHolder' : 'verify.compare'))}</p>
      {genuine && signatureOnly ? (
        <p className="govuk-body">
          <strong>{text('verify.offline')}.</strong> {text('verify.offlineMore')}
        </p>
      ) : null}
      {genuine && data.kind ? <Facts finding={data} /> : null}
      <div className="govuk-button-group">
        {data.screen ? <ButtonLink to={data.screen}>{text('verify.open')}</ButtonLink> : null}
        {data.publicScreen ? (
          <ButtonLink to={data.publicScreen} variant={data.screen ? 'secondary' : 'primary'}>
            {text('verify.details')}
          </ButtonLink>
        ) : null}
        {verdict === 'unknown' || signatureOnly ? (
          <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
            {text('area.retry')}
          </Button>
        ) : null}
      </div>
    </PublicPage>
  );
}
