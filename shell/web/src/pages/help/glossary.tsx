import { SimpleTable, useText } from '@portal/web-kit';
import terms from './glossary.json';

/** Explains the domain words. It is generated from the glossary of the whole portal. */
export function Glossary() {
  const text = useText();
  return (
    <SimpleTable
      caption="help.glossary"
      captionHidden
      rows={terms}
      rowKey={({ about }) => about.en}
      columns={[
        { title: 'help.word', render: ({ word }) => text(word) },
        { title: 'help.meaning', render: ({ about }) => text(about) },
      ]}
    />
  );
}
