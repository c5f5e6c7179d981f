import { fieldId } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { TYPED, TypedField } from './typed-field.tsx';

it('is the field that the error of the page leads to, and says what is wrong', () => {
  const id = fieldId(TYPED);
  const html = renderToStaticMarkup(<TypedField fault="Scan a code" />);
  expect(html).toContain(`<p class="govuk-error-message" id="${id}-error">Scan a code</p>`);
  expect(html).toMatch(new RegExp(`<input id="${id}"[^>]*aria-describedby="${id}-error" aria-invalid="true"`));
  expect(renderToStaticMarkup(<TypedField />)).not.toMatch(/error|aria-invalid/);
});
