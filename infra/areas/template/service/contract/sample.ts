/** The sample: its fields and their rules. */
import { checkThat, Day, L, Rules, Text } from '@portal/contract-kit';

/** The fields that the applicant fills in. */
@Rules<SampleBody>(
  checkThat(
    'DATE',
    'untilDate',
    ({ fromDate, untilDate }) => !fromDate || (untilDate as string) >= fromDate,
    L('The last day must not be before the first', 'O último dia não pode ser anterior ao primeiro'),
  ),
)
export class SampleBody {
  @Text({ label: L('Your name', 'O seu nome'), max: 70, required: true }) applicantName?: string;
  @Text({ label: L('Telephone', 'Telefone'), max: 35, required: true, personal: true }) contactNumber?: string;
  @Text({ label: L('What it is for', 'Para que é'), max: 200, required: true }) purpose?: string;
  @Day({ label: L('First day', 'Primeiro dia'), required: true }) fromDate?: string;
  @Day({ label: L('Last day', 'Último dia') }) untilDate?: string;
}
