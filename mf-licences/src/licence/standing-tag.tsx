import { say } from '@portal/contract-kit';
import { Tag, type Tone, today, useLanguage } from '@portal/web-kit';
import { type LicenceFinderRow, type LicenceStanding, licenceStandingOf } from 'svc-licences/contract';

const tones: Record<LicenceStanding['tone'], Tone> = { good: 'green', bad: 'red', warn: 'amber', plain: 'grey' };

/** Shows whether a licence is valid now, in words that need no knowledge of the workflow. */
export function StandingTag({ row }: { row: Pick<LicenceFinderRow, 'documentStatus' | 'beginDate' | 'endDate'> }) {
  const { language } = useLanguage();
  const standing = licenceStandingOf(row, today());
  return <Tag tone={tones[standing.tone]}>{say(standing.label, language)}</Tag>;
}
