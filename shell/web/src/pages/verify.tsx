import {
  addTexts,
  Button,
  ButtonLink,
  formatDate,
  formatDateTime,
  LoadingPanel,
  PublicPage,
  SummaryList,
  type SummaryRow,
  useLanguage,
  useParams,
  useQuery,
  useText,
} from '@portal/web-kit';
import { useRegistry } from '../layout/use-registry.ts';
import { texts } from './verify.texts.ts';
import { check, type Finding } from './verify-token.ts';

addTexts('shell', texts);

/** Standings in which a document is valid; all others are shown as a warning. */
const good = ['Y', 'APPROVED', 'VALID', 'ISSUED', 'ACTIVE'];

const titles: Record<Finding['verdict'], string> = {
  genuine: 'verify.genuine',
  expired: 'verify.expired',
  notYet: 'verify.notYet',
  notGenuine: 'verify.notGenuine',
  unreadable: 'verify.unreadable',
  unknown: 'verify.unknown',
};

function toneOf({ verdict, standing }: Finding): 'good' | 'warn' | 'bad' {
  if (verdict === 'notGenuine' || verdict === 'unreadable') return 'bad';
  return verdict === 'genuine' && (!standing || good.includes(standing.code)) ? 'good' : 'warn';
}

const marks = { good: 'M8 21l8 8 16-18', warn: 'M20 8v16M20 29v4', bad: 'M10 10l20 20M30 10L10 30' };

function Verdict({ finding }: { finding: Finding }) {
  const text = useText();
  const tone = toneOf(finding);
  const more = {
    notGenuine: 'verify.notGenuineMore',
    unreadable: 'verify.unreadableMore',
    unknown: 'verify.unknownMore',
    expired: 'verify.expiredMore',
  }[finding.verdict as string];
  return (
    <div className={`shell-verdict shell-verdict--${tone}`}>
      <svg viewBox="0 0 40 40" aria-hidden="true" focusable="false">
        <path d={marks[tone]} fill="none" stroke="currentColor" strokeWidth="5" />
      </svg>
      <div>
        {finding.standing ? (
          <p className="shell-verdict__standing">
            {text('verify.standing')}: {finding.standing.label}
          </p>
        ) : null}
        <p>{text(more ?? (finding.holder ? 'verify.compareHolder' : 'verify.compare'))}</p>
        {finding.genuine && finding.signatureOnly ? (
          <p>
            <strong>{text('verify.offline')}.</strong> {text('verify.offlineMore')}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** The photo of the card's holder. Only a picture is drawn. */
function Holder({ name, photo }: { name: string; photo?: string }) {
  const text = useText();
  return (
    <>
      <strong>{name}</strong>
      {photo && /^data:image\/(png|jpeg|bmp);base64,/.test(photo) ? <img className="shell-verdict__photo" src={photo} alt={text('verify.photo')} /> : null}
    </>
  );
}

function Facts({ finding }: { finding: Finding }) {
  const text = useText();
  const { language } = useLanguage();
  const kind = finding.title ? text(finding.title) : text(`verify.kinds.${finding.kind}`);
  const rows: SummaryRow[] = [
    { label: 'verify.kind', value: kind },
    { label: 'verify.reference', value: <strong className="shell-reference">{finding.reference}</strong> },
    ...(finding.holder ? [{ label: 'verify.holder', value: <Holder {...finding.holder} /> }] : []),
    { label: 'verify.issued', value: formatDateTime(finding.issuedAt, language) },
  ];
  if (finding.validFrom) rows.push({ label: 'verify.validFrom', value: formatDate(finding.validFrom.slice(0, 10), language) });
  if (finding.validUntil) rows.push({ label: 'verify.validUntil', value: formatDate(finding.validUntil.slice(0, 10), language) });
  return <SummaryList rows={rows} />;
}

/** The page behind every QR code: whether the document is genuine and what its standing is now, as its service states it. */
export default function VerifyPage() {
  const text = useText();
  const { token = '' } = useParams();
  const registry = useRegistry();
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['verify', token, registry?.generation ?? 0],
    queryFn: () => check(token, registry),
    retry: false,
    networkMode: 'always',
    staleTime: 60_000,
  });
  if (!data) {
    return (
      <PublicPage title="verify.checking">
        <LoadingPanel />
      </PublicPage>
    );
  }
  return (
    <PublicPage title={titles[data.verdict]} caption="verify.title">
      <Verdict finding={data} />
      {data.genuine && data.kind ? <Facts finding={data} /> : null}
      <div className="govuk-button-group">
        {data.screen ? <ButtonLink to={data.screen}>{text('verify.open')}</ButtonLink> : null}
        {data.publicScreen ? (
          <ButtonLink to={data.publicScreen} variant={data.screen ? 'secondary' : 'primary'}>
            {text('verify.details')}
          </ButtonLink>
        ) : null}
        {data.verdict === 'unknown' || data.signatureOnly ? (
          <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
            {text('area.retry')}
          </Button>
        ) : null}
      </div>
    </PublicPage>
  );
}
