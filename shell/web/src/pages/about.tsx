import { configuredName } from '@portal/contract-kit';
import { addTexts, PublicPage, productName, SimpleTable, useText } from '@portal/web-kit';
import { ClearDeviceButton } from '@portal/web-kit/clear-device';
import { country } from '../page-settings.ts';
import { texts } from './about.texts.ts';

addTexts('shell', texts);

type Text = ReturnType<typeof useText>;

function Part({ text, of, part }: { text: Text; of: string; part: string }) {
  return (
    <>
      <h2 className="govuk-heading-m">{text(`${of}.${part}`)}</h2>
      <p className="govuk-body">{text(`${of}.${part}More`)}</p>
    </>
  );
}

function Accessibility({ text }: { text: Text }) {
  return (
    <>
      <p className="govuk-body">{text('accessibility.can')}</p>
      <ul className="govuk-list govuk-list--bullet">
        {['zoom', 'keyboard', 'speech', 'colour', 'language'].map((item) => (
          <li key={item}>{text(`accessibility.list.${item}`)}</li>
        ))}
      </ul>
      {['standard', 'limits', 'report'].map((part) => (
        <Part key={part} text={text} of="accessibility" part={part} />
      ))}
    </>
  );
}

function Privacy({ text }: { text: Text }) {
  return (
    <>
      {['what', 'device'].map((part) => (
        <Part key={part} text={text} of="privacy" part={part} />
      ))}
      <ClearDeviceButton />
      <Part text={text} of="privacy" part="cookies" />
      <ul className="govuk-list govuk-list--bullet">
        {Object.keys(texts.en.privacy.cookieList).map((cookie) => (
          <li key={cookie}>{text(`privacy.cookieList.${cookie}`)}</li>
        ))}
      </ul>
      {['who', 'link', 'rights'].map((part) => (
        <Part key={part} text={text} of="privacy" part={part} />
      ))}
    </>
  );
}

/** Shows the telephone number and the e-mail address of the country pack. */
function Reach({ text }: { text: Text }) {
  const { phone, email } = country().contact ?? {};
  if (!phone && !email) return null;
  return (
    <>
      <h2 className="govuk-heading-m">{text('contact.reach')}</h2>
      <ul className="govuk-list">
        {phone ? (
          <li>
            {text('contact.phone')}:{' '}
            <a className="govuk-link" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          </li>
        ) : null}
        {email ? (
          <li>
            {text('contact.email')}:{' '}
            <a className="govuk-link" href={`mailto:${email}`}>
              {email}
            </a>
          </li>
        ) : null}
      </ul>
    </>
  );
}

function Contact({ text }: { text: Text }) {
  const offices = ['declarations', 'licences', 'trips'];
  return (
    <>
      <Reach text={text} />
      {['border', 'form'].map((part) => (
        <Part key={part} text={text} of="contact" part={part} />
      ))}
      <SimpleTable
        caption="contact.office"
        rows={offices}
        rowKey={(office) => office}
        columns={[
          { title: 'contact.about', render: (office) => text(`contact.offices.${office}`) },
          { title: 'contact.where', render: (office) => text(`contact.places.${office}`, { product: text(configuredName(productName())) }) },
        ]}
      />
    </>
  );
}

const bodies = { accessibility: Accessibility, privacy: Privacy, contact: Contact };

/** The pages about the portal, to which the footer links. */
export default function AboutPage({ page }: { page: keyof typeof bodies }) {
  const text = useText();
  const Body = bodies[page];
  return (
    <PublicPage title={`${page}.title`}>
      <p className="govuk-body-l">{text(`${page}.lead`)}</p>
      <Body text={text} />
    </PublicPage>
  );
}
