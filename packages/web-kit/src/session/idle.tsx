import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Modal } from '../components/modal.tsx';
import { useKitText } from '../language/i18n.ts';
import { IdleClock } from './idle-clock.ts';
import { signOut, useSession } from './session.tsx';
import { background, refreshSession } from './session-store.ts';

const activity = ['pointerdown', 'keydown', 'scroll', 'touchstart'] as const;

/** Stores when the user was last active in any tab. Without storage the browser knows only its own tab. */
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
      // Without storage the other tabs show their own warnings.
    }
  },
};

/**
 * Warns two minutes before a session ends because of inactivity in all tabs, and notices when it has ended.
 * @param minutes how long the gateway keeps an idle session
 */
export function useIdleWarning({ minutes = 30, enabled = true }: { minutes?: number; enabled?: boolean } = {}) {
  const clock = useRef<IdleClock>(undefined);
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const stay = useCallback(() => {
    const now = Date.now();
    clock.current?.stay(now);
    shared.write(now);
    setSecondsLeft(null);
    // Any call with the cookie renews the session at the gateway.
    return refreshSession();
  }, []);
  useEffect(() => {
    if (!enabled) return;
    const idle = new IdleClock(minutes * 60_000, Date.now());
    clock.current = idle;
    const active = () => {
      const now = Date.now();
      if (idle.active(now)) shared.write(now);
    };
    for (const name of activity) window.addEventListener(name, active, { passive: true });
    const timer = setInterval(() => {
      const { secondsLeft: left, tell, ask } = idle.tick(Date.now(), shared.read());
      setSecondsLeft(left);
      if (tell) void refreshSession();
      if (ask) void refreshSession(background);
    }, 1000);
    return () => {
      clearInterval(timer);
      for (const name of activity) window.removeEventListener(name, active);
    };
  }, [minutes, enabled]);
  return { warning: secondsLeft !== null, secondsLeft: secondsLeft ?? 0, stay };
}

/** The warning as a dialog; shown only to a signed-in user. */
export function IdleDialog({ minutes }: { minutes?: number }) {
  const text = useKitText();
  const { user } = useSession();
  const { warning, secondsLeft, stay } = useIdleWarning({ minutes, enabled: !!user });
  const [failed, setFailed] = useState(false);
  const leave = async () => {
    setFailed(false);
    await signOut().catch(() => setFailed(true));
  };
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
          <Button variant="secondary" onClick={leave}>
            {text('action.signOut')}
          </Button>
        </>
      }
    >
      <p className="govuk-body" role="timer">
        {text('idle.text', { time })}
      </p>
      {failed ? (
        <p className="govuk-error-message" role="alert">
          {text('idle.signOutFailed')}
        </p>
      ) : null}
    </Modal>
  );
}
