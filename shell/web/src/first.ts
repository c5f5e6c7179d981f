import { rememberEarlyPress } from '@portal/web-kit/early-press';

/** First script of the page. It is small and depends on nothing. It remembers what the reader presses before the other scripts have been loaded. */
rememberEarlyPress();

// The other scripts wait in a template. This script runs after the stylesheet has arrived, so that until then no script competes with the stylesheet for the
// connection.
const scripts = document.getElementById('scripts');
// Insert them one after another, so that they are requested in order.
if (scripts instanceof HTMLTemplateElement) for (const each of [...scripts.content.children]) scripts.before(each);

// Set a cookie when the browser has the font, so that the gateway uses the font from the next page on (`withFont` of the gateway).
document.fonts?.load('1em "Noto Sans"').then(
  ([font]) => {
    if (!font) return;
    const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
    document.cookie = `${prefix}portal.font=kept; path=/; max-age=31536000; samesite=lax${secure}`;
  },
  () => undefined,
);
