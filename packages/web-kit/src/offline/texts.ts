/** The texts for forms that wait on the device. */
const en = {
  waiting: {
    title: 'Kept on this device',
    status: { waiting: 'not sent yet', refused: 'needs your answer', sent: 'has arrived: show the code' },
    help: 'Not sent yet. It is sent by itself when this device has a network; you may close this page. You get the code when it has arrived.',
    helpOpen:
      'Not sent yet. It is sent while the portal is open on this device and there is a network: open it again before you travel. You get the code when it has arrived.',
    helpSignedIn:
      'Not sent yet. It is sent while the portal is open on this device, you are signed in and there is a network: open it again before you travel. You get the code when it has arrived.',
    since: 'Signed {{when}}',
    to: 'Travels {{day}}',
    sendNow: 'Send now',
    sending: 'Sending…',
    noNetwork: 'Still no network. It is kept.',
    change: 'Change answers',
    changeLater: 'It may have arrived already. The answers can be changed when there is a network.',
    delete: 'Delete',
    sure: 'Delete this declaration from the device? It has not been sent.',
    sureRefused: 'Delete this declaration from the device? The portal did not accept it.',
    sureSentBefore: 'Delete these answers from the device? The declaration that you sent before stays registered.',
    sureTried: 'It may have arrived already. Delete it from this device only?',
    refused: 'It needs your answer',
    refusedText: 'The portal did not accept it as it is. Nothing is lost: open the form, which says what to change.',
    open: 'Open the form',
    sureReplace: 'The form holds other answers, of {{when}}. Replace them?',
    replace: 'Replace',
    sent: 'It has arrived',
    show: 'Show the code',
    none: 'Nothing waits on this device.',
    other: 'It was signed by somebody who is signed in. Sign in to send it.',
  },
};
const pt: typeof en = {
  waiting: {
    title: 'Guardado neste dispositivo',
    status: { waiting: 'ainda não enviada', refused: 'precisa da sua resposta', sent: 'chegou: mostrar o código' },
    help: 'Ainda não foi enviada. É enviada automaticamente quando este dispositivo tiver rede; pode fechar esta página. Recebe o código quando tiver chegado.',
    helpOpen:
      'Ainda não foi enviada. É enviada enquanto o portal estiver aberto neste dispositivo e houver rede: volte a abri-lo antes de viajar. Recebe o código quando tiver chegado.',
    helpSignedIn:
      'Ainda não foi enviada. É enviada enquanto o portal estiver aberto neste dispositivo, com a sua sessão iniciada, e houver rede: volte a abri-lo antes de viajar. Recebe o código quando tiver chegado.',
    since: 'Assinada em {{when}}',
    to: 'Viaja em {{day}}',
    sendNow: 'Enviar agora',
    sending: 'A enviar…',
    noNetwork: 'Ainda sem rede. Continua guardada.',
    change: 'Alterar respostas',
    changeLater: 'Pode já ter chegado. As respostas podem ser alteradas quando houver rede.',
    delete: 'Eliminar',
    sure: 'Eliminar esta declaração do dispositivo? Não foi enviada.',
    sureRefused: 'Eliminar esta declaração do dispositivo? O portal não a aceitou.',
    sureSentBefore: 'Eliminar estas respostas do dispositivo? A declaração que enviou antes continua registada.',
    sureTried: 'Pode já ter chegado. Eliminar só deste dispositivo?',
    refused: 'Precisa da sua resposta',
    refusedText: 'O portal não a aceitou como está. Nada se perdeu: abra o formulário, que diz o que alterar.',
    open: 'Abrir o formulário',
    sureReplace: 'O formulário tem outras respostas, de {{when}}. Substituí-las?',
    replace: 'Substituir',
    sent: 'Chegou',
    show: 'Mostrar o código',
    none: 'Nada está por enviar neste dispositivo.',
    other: 'Foi assinada por alguém com sessão iniciada. Inicie sessão para a enviar.',
  },
};
export const waitingTexts = { en, pt };

const clearEn = {
  device: {
    clear: 'Clear this device',
    clearSure: 'Delete everything of this site from this device, also what has not been sent?',
    cleared: 'Your answers, details and codes are deleted from this device.',
    notCleared: 'Not everything could be deleted from this device. Close the other pages of this site and try again.',
  },
};
const clearPt: typeof clearEn = {
  device: {
    clear: 'Limpar este dispositivo',
    clearSure: 'Apagar deste dispositivo tudo o que é deste sítio, também o que ainda não foi enviado?',
    cleared: 'As suas respostas, os seus dados e os seus códigos foram apagados deste dispositivo.',
    notCleared: 'Não foi possível apagar tudo deste dispositivo. Feche as outras páginas deste sítio e tente novamente.',
  },
};
export const clearTexts = { en: clearEn, pt: clearPt };
