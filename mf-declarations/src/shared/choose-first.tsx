import { ButtonLink, EmptyState, type Label, StaffPage, useText } from '@portal/web-kit';

/** An address that changes "a" declaration without saying which one: leads to the list. */
export function ChooseFirst({ title, words, list, listLabel }: { title: Label; words: Label; list: string; listLabel: Label }) {
  const text = useText();
  return (
    <StaffPage title={title} back={list}>
      <EmptyState title={words}>
        <ButtonLink to={list}>{text(listLabel)}</ButtonLink>
      </EmptyState>
    </StaffPage>
  );
}
