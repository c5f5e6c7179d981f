import type { SearchQuery } from '@portal/contract-kit';
import type { Api } from '../../api/api.ts';
import { asProblem } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { problemErrors } from '../../components/page-error.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { takeNext } from './bulk-calls.ts';

interface TakeNextProps {
  api: Api;
  kind: string;
  q: SearchQuery;
  /** Opens the case that the officer has just claimed. */
  open: (id: string) => void;
  /** Says why there is no next case. */
  onNone: (words: string) => void;
}

/** Claims the next case of the list that nobody has claimed, and opens it. */
export function TakeNext({ api, kind, q, open, onNone }: TakeNextProps) {
  const kit = useKitText();
  const { language } = useLanguage();
  const take = async () => {
    try {
      open((await takeNext(api, kind, q)).model.id);
    } catch (error) {
      onNone(asProblem(error).status === 404 ? kit('bulk.nothingWaits') : (problemErrors(error, language)[0]?.message ?? ''));
    }
  };
  return (
    <Button small onClick={take}>
      {kit('bulk.takeNext')}
    </Button>
  );
}
