/** The texts of the scanner. */
const en = {
  scan: {
    title: 'Scan a QR code',
    start: 'Start the camera',
    stop: 'Stop the camera',
    camera: 'Camera picture',
    noCamera: 'The camera cannot be used. Type the reference instead.',
    hold: 'Hold the QR code in front of the camera',
    typed: 'Reference or link under the QR code',
    check: 'Check',
    next: 'Scan the next one',
    genuine: 'Genuine',
    notGenuine: 'Not genuine',
    expired: 'Expired',
    notYet: 'Not valid yet',
    unknownKey: 'Cannot be checked: connect once to load the keys',
    issued: 'Issued {{when}}',
    until: 'Valid until {{when}}',
    empty: 'Enter the reference',
  },
};

const pt: typeof en = {
  scan: {
    title: 'Ler um código QR',
    start: 'Ligar a câmara',
    stop: 'Desligar a câmara',
    camera: 'Imagem da câmara',
    noCamera: 'Não é possível usar a câmara. Escreva a referência.',
    hold: 'Mostre o código QR à câmara',
    typed: 'Referência ou ligação por baixo do código QR',
    check: 'Verificar',
    next: 'Ler o seguinte',
    genuine: 'Autêntico',
    notGenuine: 'Não é autêntico',
    expired: 'Expirado',
    notYet: 'Ainda não válido',
    unknownKey: 'Não pode ser verificado: ligue-se uma vez para carregar as chaves',
    issued: 'Emitido em {{when}}',
    until: 'Válido até {{when}}',
    empty: 'Indique a referência',
  },
};

export const texts = { en, pt };
