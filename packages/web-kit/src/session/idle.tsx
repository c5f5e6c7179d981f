import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Modal } from '../components/modal.tsx';
import { useKitText } from '../language/i18n.ts';
import { signOut, useSession } from './session.tsx';
import { background, refreshSession } from './session-store.ts';

const WARN_SECONDS = 120;
const ASK_EVERY = 10_000;
const activity = ['pointerdown', 'keydown', 'scroll', 'touchstart'] as const;

/** When somebody was last active in any tab; a browser that keeps nothing knows only its own tab. */
const shared = {
  key: 'portal.active',
  read: () => {
    try {
      return Number(localStorage.getItem(shared.key));
    } catch {
      return 0;
    }
  },
  write: (at: number) => {
    try {
      localStorage.setItem(shared.key, String(at));
    } catch {
      // The other tabs warn on their own.
    }
  },
};

/**
 * Warns two minutes before a session ends for want of activity in every tab, and learns of its end.
 * @param minutes how long the gateway keeps an idle session
 */
export function useIdleWarning({ minutes = 30, enabled = true }: { minutes?: number; enabled?: boolean } = {}) {
  const last = useRef(Date.now());
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const stay = useCallback(() => {
    last.current = Date.now();
    shared.write(last.current);
    setSecondsLeft(null);
    // Any call with the cookie renews the session at the gateway.
    return refreshSession();
  }, []);
  useEffect(() => {
    if (!enabled) return;
    let warned = false;
    let touched = Date.now();
    let asked = 0;
    const active = () => {
      const now = Date.now();
      if (warned || now - last.current < 1000) return;
      last.current = now;
      shared.write(now);
      // Work inside a page makes no calls: the gateway is told now and then that somebody is there.
      if (now - touched > 5 * 60_000) {
        touched = now;
        void refreshSession();
      }
    };
    for (const name of activity) window.addEventListener(name, active, { passive: true });
    const timer = setInterval(() => {
      last.current = Math.max(last.current, Math.min(shared.read(), Date.now()));
      const left = Math.ceil((last.current + minutes * 60_000 - Date.now()) / 1000);
      warned = left <= WARN_SECONDS;
      setSecondsLeft(warned ? Math.max(0, left) : null);
      if (left <= 0 && Date.now() - asked >= ASK_EVERY) {
        asked = Date.now();
        void refreshSession(background);
      }
    }, 1000);
    return () => {
      clearInterval(timer);
      for (const name of activity) window.removeEventListener(name, active);
    };
  }, [minutes, enabled]);
  return { warning: secondsLeft !== null, secondsLeft: secondsLeft ?? 0, stay };
}

/** The warning as a dialog; shows only to somebody who is signed in. */
export function IdleDialog({ minutes }: { minutes?: number }) {
  const text = useKitText();
  const { user } = useSession();
  const { warning, secondsLeft, stay } = useIdleWarning({ minutes, enabled: !!user });
  const time = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
  return (
    <Modal
      open={warning && !!user}
      onClose={stay}
      title={text('idle.title')}
      alert
      footer={
        <>
          <Button onClick={stay}>{text('action.stay')}</Button>
          <Button variant="secondary" onClick={() => signOut()}>
            {text('action.signOut')}
          </Button>
        </>
      }
    >
      <p className="govuk-body" role="timer">
        {text('idle.text', { time })}
      </p>
    </Modal>
  );
}
