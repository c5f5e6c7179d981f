/** Texts of the page with the sessions of a signed-in person. */
const en = {
  sessions: {
    title: 'Where you are signed in',
    lead: 'Sign out where you do not know the device, or have left it behind.',
    signIn: 'Sign in to see on which devices you are signed in.',
    list: 'Devices',
    device: 'Device',
    here: 'This device',
    unknown: 'Unknown device',
    signedIn: 'Signed in',
    seen: 'Last used',
    decision: 'Sign out',
    end: 'Sign out there',
    of: 'on {{device}}, signed in {{since}}',
    ended: 'Signed out there.',
    endAll: 'Sign out on all devices',
  },
};

const pt: typeof en = {
  sessions: {
    title: 'Onde tem sessão iniciada',
    lead: 'Termine a sessão onde não conhece o dispositivo, ou onde o deixou para trás.',
    signIn: 'Inicie sessão para ver em que dispositivos tem sessão iniciada.',
    list: 'Dispositivos',
    device: 'Dispositivo',
    here: 'Este dispositivo',
    unknown: 'Dispositivo desconhecido',
    signedIn: 'Início da sessão',
    seen: 'Última utilização',
    decision: 'Terminar sessão',
    end: 'Terminar ali a sessão',
    of: 'em {{device}}, iniciada em {{since}}',
    ended: 'A sessão foi ali terminada.',
    endAll: 'Terminar sessão em todos os dispositivos',
  },
};

export const texts = { en, pt };
