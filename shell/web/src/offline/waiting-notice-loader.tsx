import { lazyPart, mayHaveWaitingForms, onWaitingChange } from '@portal/web-kit';
import { useEffect, useState } from 'react';

const WaitingNotice = lazyPart(() => import('./waiting-notice.tsx'), { failure: 'nothing' });

/** Says that something waits on this device to be sent, or has been sent. Most readers have nothing waiting and do not load this code. */
export function WaitingNoticeLoader() {
  const [some, setSome] = useState(false);
  useEffect(() => {
    const look = () => setSome(mayHaveWaitingForms());
    look();
    return onWaitingChange(look);
  }, []);
  return some ? <WaitingNotice /> : null;
}
