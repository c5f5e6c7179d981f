import { Button, ButtonGroup, ButtonLink, type Label, RequireRole, useApi, useFormat, useText } from '@portal/web-kit';
import { ScanScreen, Verdict } from '@portal/web-kit/scan';
import { check, type Finding } from './scan.api.ts';
import { t } from './texts.ts';

/** For the officer at the gate: scans a code or takes a typed reference, and fills the screen with one answer. */
export default function DeclarationScanScreen() {
  const api = useApi();
  return (
    <RequireRole anyOf={['traveller-declaration-read', 'departure-declaration-read']}>
      <ScanScreen<Finding> title={t.title} check={(words) => check(api, words)} render={(finding, next) => <Answer finding={finding} onNext={next} />} />
    </RequireRole>
  );
}

const tones = { genuine: 'good', notGenuine: 'bad', notFound: 'bad', unknown: 'warn', failed: 'warn' } as const;
const titles: Record<Finding['verdict'], Label> = { genuine: t.genuine, notGenuine: t.notGenuine, notFound: t.notFound, unknown: t.unknown, failed: t.failed };
const kinds: Record<string, Label> = { 'arrival-declaration': t.arrival, 'departure-declaration': t.departure };

function Answer({ finding, onNext }: { finding: Finding; onNext(): void }) {
  const text = useText();
  const format = useFormat();
  const facts = [
    finding.kind ? text(kinds[finding.kind] ?? finding.kind) : '',
    finding.reference ?? '',
    finding.issuedAt ? `${text(t.issued)} ${format.dateTime(finding.issuedAt)}` : '',
    finding.offline && finding.genuine ? text(t.offline) : '',
  ].filter(Boolean);
  return (
    <Verdict
      tone={tones[finding.verdict]}
      title={titles[finding.verdict]}
      detail={facts.map((fact) => <p key={fact}>{fact}</p>)}
      next={
        <ButtonGroup>
          {finding.screen ? <ButtonLink to={finding.screen}>{text(t.open)}</ButtonLink> : null}
          <Button variant="secondary" onClick={onNext}>
            {text(t.next)}
          </Button>
        </ButtonGroup>
      }
    />
  );
}
