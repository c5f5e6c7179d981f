import { Link, type openedDocuments } from '@portal/web-kit';

/** Links to the documents that the officer opened last on this device. */
export function OpenedList({ documents }: { documents: ReturnType<typeof openedDocuments> }) {
  return (
    <ul className="shell-work__list">
      {documents.map(({ url, reference }) => (
        <li key={url} className="shell-work__item">
          <Link className="govuk-link" to={url}>
            {reference}
          </Link>
        </li>
      ))}
    </ul>
  );
}
