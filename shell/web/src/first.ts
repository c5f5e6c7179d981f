import { rememberEarlyPress } from '@portal/web-kit/early-press';

/** The page's first script. It is small and needs nothing: whatever is pressed before the others are there counts. */
rememberEarlyPress();

// The other scripts wait in a template. This one runs after the stylesheet has come: until then it had the line for itself.
const scripts = document.getElementById('scripts');
// One after another, so that they are requested in their order.
if (scripts instanceof HTMLTemplateElement) for (const each of [...scripts.content.children]) scripts.before(each);

// A browser that has the font is told to use it from the next page on (`withFont` of the gateway).
document.fonts?.load('1em "Noto Sans"').then(
  ([font]) => {
    if (!font) return;
    const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
    document.cookie = `${prefix}portal.font=kept; path=/; max-age=31536000; samesite=lax${secure}`;
  },
  () => undefined,
);
