type TextElement = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd' | 'setSelectionRange'>;

/** Upper-cases what stands in a field and leaves the caret where the reader put it. */
export function upperCaseInPlace(element: TextElement): void {
  const upper = element.value.toUpperCase();
  if (upper === element.value) return;
  const { selectionStart, selectionEnd } = element;
  element.value = upper;
  if (selectionStart !== null) element.setSelectionRange(selectionStart, selectionEnd);
}
