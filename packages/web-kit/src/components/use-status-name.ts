import { useText } from '../language/i18n.ts';
import { statusKey } from './status.ts';

/** Returns a function that names a status in the page's language: from the area's table (`defineArea`), otherwise from the code itself. */
export function useStatusName(): (status: string) => string {
  const text = useText();
  return (status) => {
    const key = statusKey(status);
    const words = text(key);
    return words === key ? status.slice(0, 1) + status.slice(1).toLowerCase() : words;
  };
}
