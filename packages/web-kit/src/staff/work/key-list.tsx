import { SimpleTable } from '../../components/content.tsx';
import { useKitText } from '../../language/i18n.ts';
import { KeyCap } from './key.tsx';
import { useKeyChoices } from './key-choices.ts';
import { keyIds, keyLabel } from './key-names.ts';

/** The list of all keys and what they do, with the officer's own settings, for reading and printing. */
export function KeyList() {
  const kit = useKitText();
  const { keys } = useKeyChoices();
  const rows = [...keyIds.map((id) => ({ what: kit(`keys.${id}`), key: keyLabel(keys[id]) })), { what: kit('keys.choose'), key: '1 – 9' }];
  return (
    <SimpleTable
      caption={kit('keys.title')}
      captionHidden
      rows={rows}
      rowKey={({ what }) => what}
      columns={[
        { title: kit('keys.what'), render: ({ what }) => what },
        {
          title: kit('keys.key'),
          render: ({ key }) => (
            <>
              <KeyCap label={key} />
              <span className="govuk-visually-hidden">{key}</span>
            </>
          ),
        },
      ]}
    />
  );
}
