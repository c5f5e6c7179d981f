/** The texts for the details that stay on the device. */
const en = {
  profile: {
    pin: 'PIN',
    open: 'Fill in',
    openLock: 'Open with the screen lock of this device',
    orPin: 'Or enter your PIN.',
    lockFailed: 'The screen lock did not open your details. Enter your PIN.',
    addLock: 'Also open them with the screen lock',
    lockText:
      'Next time the fingerprint, face or screen lock of this device can open your details in place of the PIN. Whoever can unlock this device can open them then.',
    lockAdded: 'The screen lock of this device opens your details too.',
    lockRefused: 'The screen lock was not added. Your PIN opens your details.',
    onDevice: 'Kept on this device on {{when}}.',
    wrong_one: 'This is not the PIN. After {{count}} more wrong PIN your details are deleted from this device.',
    wrong_other: 'This is not the PIN. After {{count}} more wrong PINs your details are deleted from this device.',
    gone: 'Your details were deleted from this device after five wrong PINs.',
    delete: 'Delete them from this device',
    deleted: 'Your details are deleted from this device.',
    own: 'From a declaration in your account',
    none: 'Nothing is kept on this device. When you have sent a declaration, you can keep your details here for the next trip.',
    signIn: 'Sign in to use a declaration of your account',
    filled: 'Filled in. Check every answer: your passport and your journey may have changed.',
    keepText:
      'Your details stay on this device, encrypted with a PIN that only you know. They are not sent anywhere. Your answers about goods, money and health are not kept. After five wrong PINs the details are deleted.',
    keepAgain: 'With the PIN that you used before, these details are added. With another PIN, they replace what was kept.',
    choose: 'Choose a PIN',
    chooseHint: 'At least 6 letters or digits. If you forget it, nobody can open your details.',
    SHORT: 'Choose a PIN of at least 6 letters or digits',
    EASY: 'Choose a PIN that is harder to guess than a row of letters or digits',
    keepNow: 'Keep',
    kept: 'Your details are kept on this device. On the next form choose “Fill in from an earlier trip”.',
    noRoom: 'This device has no room for your details.',
    impossible: 'This browser cannot keep your details.',
  },
};

const pt: typeof en = {
  profile: {
    pin: 'PIN',
    open: 'Preencher',
    openLock: 'Abrir com o bloqueio de ecrã deste dispositivo',
    orPin: 'Ou indique o seu PIN.',
    lockFailed: 'O bloqueio de ecrã não abriu os seus dados. Indique o seu PIN.',
    addLock: 'Abrir também com o bloqueio de ecrã',
    lockText:
      'Da próxima vez, a impressão digital, o rosto ou o bloqueio de ecrã deste dispositivo pode abrir os seus dados em vez do PIN. Quem puder desbloquear este dispositivo poderá então abri-los.',
    lockAdded: 'O bloqueio de ecrã deste dispositivo também abre os seus dados.',
    lockRefused: 'O bloqueio de ecrã não foi adicionado. O seu PIN abre os seus dados.',
    onDevice: 'Guardados neste dispositivo em {{when}}.',
    wrong_one: 'Este não é o PIN. Após mais {{count}} PIN errado, os seus dados são apagados deste dispositivo.',
    wrong_other: 'Este não é o PIN. Após mais {{count}} PIN errados, os seus dados são apagados deste dispositivo.',
    gone: 'Os seus dados foram apagados deste dispositivo após cinco PIN errados.',
    delete: 'Apagá-los deste dispositivo',
    deleted: 'Os seus dados foram apagados deste dispositivo.',
    own: 'A partir de uma declaração da sua conta',
    none: 'Nada está guardado neste dispositivo. Depois de enviar uma declaração, pode guardar aqui os seus dados para a próxima viagem.',
    signIn: 'Iniciar sessão para usar uma declaração da sua conta',
    filled: 'Preenchido. Verifique todas as respostas: o passaporte e a viagem podem ter mudado.',
    keepText:
      'Os seus dados ficam neste dispositivo, cifrados com um PIN que mais ninguém conhece. Não são enviados para lado nenhum. As respostas sobre bens, dinheiro e saúde não são guardadas. Após cinco PIN errados, os dados são apagados.',
    keepAgain: 'Com o PIN que usou antes, estes dados são acrescentados. Com outro PIN, substituem o que estava guardado.',
    choose: 'Escolha um PIN',
    chooseHint: 'Pelo menos 6 letras ou algarismos. Se o esquecer, ninguém pode abrir os seus dados.',
    SHORT: 'Escolha um PIN com pelo menos 6 letras ou algarismos',
    EASY: 'Escolha um PIN mais difícil de adivinhar do que uma sequência de letras ou algarismos',
    keepNow: 'Guardar',
    kept: 'Os seus dados estão guardados neste dispositivo. No próximo formulário escolha “Preencher a partir de uma viagem anterior”.',
    noRoom: 'Este dispositivo não tem espaço para os seus dados.',
    impossible: 'Este navegador não pode guardar os seus dados.',
  },
};

export const profileTexts = { en, pt };
