import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Modal } from '../components/modal.tsx';
import { useKitText } from '../language/i18n.ts';
import { signOut, useSession } from './session.tsx';
import { refreshSession } from './session-store.ts';

const WARN_SECONDS = 120;
const activity = ['pointerdown', 'keydown', 'scroll', 'touchstart'] as const;

/**
 * Warns two minutes before a session ends for want of activity.
 * @param minutes how long the gateway keeps an idle session
 */
export function useIdleWarning({ minutes = 30, enabled = true }: { minutes?: number; enabled?: boolean } = {}) {
  const last = useRef(Date.now());
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const stay = useCallback(() => {
    last.current = Date.now();
    setSecondsLeft(null);
    // Any call with the cookie renews the session at the gateway.
    return refreshSession();
  }, []);
  useEffect(() => {
    if (!enabled) return;
    let warned = false;
    let touched = Date.now();
    const active = () => {
      if (warned) return;
      last.current = Date.now();
      // Work inside a page makes no calls: the gateway is told now and then that somebody is there.
      if (Date.now() - touched > 5 * 60_000) {
        touched = Date.now();
        void refreshSession();
      }
    };
    for (const name of activity) window.addEventListener(name, active, { passive: true });
    const timer = setInterval(() => {
      const left = Math.ceil((last.current + minutes * 60_000 - Date.now()) / 1000);
      warned = left <= WARN_SECONDS;
      setSecondsLeft(warned ? Math.max(0, left) : null);
      if (left === 0) void refreshSession();
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
          <Button variant="secondary" onClick={signOut}>
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
