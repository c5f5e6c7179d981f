import {
  Button,
  ButtonGroup,
  ButtonLink,
  type Label,
  Navigate,
  RequireRole,
  useApi,
  useFormat,
  useKitText,
  useNavigate,
  useSession,
  useText,
} from '@portal/web-kit';
import { PassportSearch } from '@portal/web-kit/forms';
import { ScanScreen, tokenIn, Verdict } from '@portal/web-kit/scan';
import { useRef } from 'react';
import { t as gate } from '../gate/texts.ts';
import { check, type Finding, isOfGroup } from './scan.api.ts';
import { t } from './texts.ts';

/** Returns the address of a page that leads back to this screen. */
const fromHere = (to: string) => `${to}?list=${encodeURIComponent('/other/traveller/scan')}`;

/** Screen for the officer at the gate: it scans a code or takes a typed reference, and fills the screen with one answer. */
export default function DeclarationScanScreen() {
  const api = useApi();
  const navigate = useNavigate();
  const isCode = useRef(false);
  const judge = (words: string) => {
    isCode.current = tokenIn(words) !== undefined;
    return check(api, words);
  };
  // For a group, open its screen at once. It says itself that the code is genuine, and the officer records the arrival there.
  const show = (finding: Finding, next: () => void) =>
    isOfGroup(finding) && finding.screen ? (
      <Navigate to={fromHere(finding.screen)} state={{ genuine: isCode.current }} />
    ) : (
      <Answer finding={finding} onNext={next} />
    );
  return (
    <RequireRole anyOf={['traveller-declaration-read', 'departure-declaration-read']}>
      <ScanScreen<Finding>
        title={t.title}
        check={judge}
        render={show}
        // A traveller without a code is found by the passport number.
        more={<PassportSearch onNumber={(text) => navigate('/staff/search', { state: { text } })} />}
      />
    </RequireRole>
  );
}

/** A genuine code has no colour of its own, because green would promise more than the signature proves. */
const tones = {
  genuine: 'plain',
  superseded: 'warn',
  missing: 'warn',
  another: 'warn',
  found: 'warn',
  notGenuine: 'bad',
  notFound: 'warn',
  unknown: 'warn',
  failed: 'warn',
} as const;
const titles: Record<Finding['verdict'], Label> = {
  genuine: t.genuine,
  superseded: gate.warnings.OUT_OF_DATE,
  missing: gate.warnings.NOT_IN_REGISTER,
  another: t.another,
  found: t.found,
  notGenuine: t.notGenuine,
  notFound: t.notFound,
  unknown: t.unknown,
  failed: t.failed,
};
const kinds: Record<string, Label> = {
  'arrival-declaration': t.arrival,
  'departure-declaration': t.departure,
  'arrival-group': t.arrivalGroup,
  'departure-group': t.departureGroup,
};

/** The answer about one code or reference, over the whole screen. */
export function Answer({ finding, onNext }: { finding: Finding; onNext(): void }) {
  const text = useText();
  const kit = useKitText();
  const format = useFormat();
  const { hasRole } = useSession();
  // What the service tells is the officer's to know. The lane in a seal that was checked on this device is for those who may read arrivals.
  const lane = finding.offline && !hasRole('traveller-declaration-read') ? undefined : finding.lane;
  const isRed = finding.verdict === 'genuine' && lane === 'RED';
  const facts = [
    finding.name ?? '',
    isRed ? text(t.genuine) : lane ? kit(`lane.${lane}`) : '',
    finding.kind && kinds[finding.kind] ? text(kinds[finding.kind]) : '',
    finding.reference ?? '',
    finding.issuedAt ? `${text(t.issued)} ${format.dateTime(finding.issuedAt)}` : '',
    finding.offline && finding.genuine ? text(t.offline) : '',
  ].filter(Boolean);
  return (
    <Verdict
      tone={lane === 'RED' ? 'bad' : tones[finding.verdict]}
      title={isRed ? gate.warnings.RED_LANE : titles[finding.verdict]}
      detail={facts.map((fact) => <p key={fact}>{fact}</p>)}
      next={
        <ButtonGroup>
          {finding.screen ? <ButtonLink to={fromHere(finding.screen)}>{text(t.open)}</ButtonLink> : null}
          <Button variant="secondary" onClick={onNext}>
            {text(t.next)}
          </Button>
        </ButtonGroup>
      }
    />
  );
}
