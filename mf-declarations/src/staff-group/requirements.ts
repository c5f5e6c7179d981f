import { documentKey, loadDocument, useApi, useQuery } from '@portal/web-kit';
import { type FieldValues, useForm } from '@portal/web-kit/forms';
import { useEffect, useMemo } from 'react';
import type { RequirementRow } from 'svc-declarations/contract';
import type { DeclarationKind } from '../shared/declaration.api.ts';

/**
 * Returns a form with the requirements of a group, unconfirmed, which the officer confirms for everybody at once, and whether there are none. They are those of one member; what another
 * member's declaration requires besides stays unconfirmed, and the service asks why.
 * @param like id of a member whose requirements are to be confirmed; undefined if there is nothing to confirm
 * @param version of the group: the ticks are valid only for the version that the officer has seen
 */
export function useRequirements(kind: DeclarationKind, like: string | undefined, version: number) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: documentKey(kind.path, like),
    queryFn: ({ signal }) => loadDocument<{ requirements?: RequirementRow[] }>(api, kind.path, like, undefined, { signal }),
    enabled: like !== undefined,
    retry: false,
  });
  const rows = like === undefined ? undefined : data?.model.requirements;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version takes the ticks back
  const unconfirmed = useMemo<FieldValues>(
    () => ({ requirements: (rows ?? []).map(({ id, description }) => ({ id, description, confirmed: false })) }),
    [rows, version],
  );
  const form = useForm<FieldValues>({ defaultValues: unconfirmed });
  useEffect(() => form.reset(unconfirmed), [form, unconfirmed]);
  return { form, areNone: rows?.length === 0 };
}
