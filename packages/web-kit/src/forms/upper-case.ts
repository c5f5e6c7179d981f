type TextElement = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd' | 'setSelectionRange'>;

/** Converts the text in a field to upper case and keeps the caret position. */
export function upperCaseInPlace(element: TextElement): void {
  const upper = element.value.toUpperCase();
  if (upper === element.value) return;
  const { selectionStart, selectionEnd } = element;
  element.value = upper;
  if (selectionStart !== null) element.setSelectionRange(selectionStart, selectionEnd);
}
