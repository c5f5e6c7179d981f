/** Texts of the pages on accessibility, privacy and contact. */
const en = {
  accessibility: {
    title: 'Accessibility statement',
    lead: 'We want as many people as possible to be able to use this service.',
    can: 'You should be able to',
    list: {
      zoom: 'enlarge the text to 400 % without anything running off the screen',
      keyboard: 'use every page with the keyboard alone',
      speech: 'use every page with a screen reader',
      colour: 'understand a status without seeing its colour',
      language: 'change the language at any time without losing your answers',
    },
    standard: 'How accessible this service is',
    standardMore:
      'It is built to meet the Web Content Accessibility Guidelines 2.2 at level AA. Every page is tested with an automatic checker and with the keyboard.',
    limits: 'What is not accessible yet',
    limitsMore: 'Some PDF files may be hard to read with a screen reader. The same information is always on a page as well.',
    report: 'Report a problem',
    reportMore: 'If you cannot use a page, say which one and what happened. The contact page says whom to tell.',
  },
  privacy: {
    title: 'Privacy',
    lead: 'What we do with the data you give us.',
    what: 'What we collect',
    whatMore:
      'Only what a declaration, a licence or a trip permit needs by law: who you are, your document, your journey or application, and the files that you add.',
    device: 'What is kept on your device',
    deviceMore:
      'Your answers are kept on the device, encrypted, while you fill in a form, so that a lost connection costs you nothing. They are deleted when you submit, when you sign out and a day after you last typed; "Start again" deletes them at once. On a device that others use, choose "Start again" before you leave. A declaration that you sign without network waits on the device, encrypted, until it is sent. Your confirmation and its code stay on the device until three days after your journey, so that you can show them without network. Details that you keep for the next trip stay on the device, encrypted with your PIN, until you delete them. "Clear this device", signing out, or your browser’s own settings delete all of it. What an officer types is kept until the session ends. We count how fast pages open and whether they fail, without anything about you.',
    cookies: 'Cookies',
    cookiesMore: 'We set no cookies of advertisers. Of our own cookies:',
    /** By the name of the cookie. */
    cookieList: {
      session: 'one keeps you signed in',
      'signed-out': 'when an officer who decides at gates signs out, one says that everything except decisions that wait to be sent is to be deleted',
      'sign-in': 'one belongs to a sign-in that is under way, so that only this browser can complete it',
      page: 'one holds a random number of this browser, so that no other browser can use what a page of this site was given',
      admission: 'one holds the time at which you came in or, when people have to wait, your place',
      language: 'one keeps your language',
      labels: 'one says whether labels are shown in both languages',
      font: 'one says that the device has this site’s font',
      bucket: 'while a new version of a service is tried out, one holds a number from 0 to 99, so that you see the same version on every page',
    },
    who: 'Who sees your data',
    whoMore: 'Officers whose work needs it. Each time one of them opens your data it is written down in a record that cannot be changed.',
    link: 'The link to your document',
    linkMore:
      'Anyone who has the link or the downloaded file of your document can see it. Do not pass it on. The QR code does not hold the link; it only shows that the document is genuine.',
    rights: 'Your rights',
    rightsMore: 'You may ask what we hold about you and have mistakes corrected. The contact page says whom to ask.',
  },
  contact: {
    title: 'Contact',
    lead: 'Help with this service.',
    reach: 'Call or write',
    phone: 'Telephone',
    email: 'E-mail',
    border: 'You are at the border',
    borderMore: 'Speak to any officer at the counter. If your phone fails, an officer can find your declaration with your passport.',
    form: 'You have a problem with a form',
    formMore: 'Write down the reference, if you have one, the page and the time. Then contact the office that is responsible for it.',
    office: 'Office',
    offices: {
      declarations: 'Arrival and departure declarations',
      licences: 'Professional licences',
      trips: 'Vehicle trips',
    },
    places: {
      declarations: '{{product}} and Immigration, at every entry point',
      licences: 'The licensing office of the Ministry that issues your licence',
      trips: 'The land transport office, or the border post you cross',
    },
    about: 'What it is about',
    where: 'Where to go',
  },
};

const pt: typeof en = {
  accessibility: {
    title: 'Declaração de acessibilidade',
    lead: 'Queremos que o maior número possível de pessoas possa usar este serviço.',
    can: 'Deve conseguir',
    list: {
      zoom: 'aumentar o texto até 400 % sem que nada saia do ecrã',
      keyboard: 'usar todas as páginas só com o teclado',
      speech: 'usar todas as páginas com um leitor de ecrã',
      colour: 'compreender um estado sem ver a cor',
      language: 'mudar de língua a qualquer momento sem perder as respostas',
    },
    standard: 'Grau de acessibilidade deste serviço',
    standardMore:
      'Foi feito para cumprir as Diretrizes de Acessibilidade para Conteúdo Web 2.2, nível AA. Todas as páginas são testadas com um verificador automático e com o teclado.',
    limits: 'O que ainda não é acessível',
    limitsMore: 'Alguns ficheiros PDF podem ser difíceis de ler com um leitor de ecrã. A mesma informação está sempre também numa página.',
    report: 'Comunicar um problema',
    reportMore: 'Se não conseguir usar uma página, diga qual e o que aconteceu. A página de contacto indica a quem.',
  },
  privacy: {
    title: 'Privacidade',
    lead: 'O que fazemos com os dados que nos dá.',
    what: 'O que recolhemos',
    whatMore:
      'Só o que a lei exige para uma declaração, uma licença ou uma autorização de viagem: quem é, o seu documento, a sua viagem ou pedido, e os ficheiros que junta.',
    device: 'O que fica no seu dispositivo',
    deviceMore:
      'As respostas ficam no dispositivo, cifradas, enquanto preenche um formulário, para que nada se perca se a ligação cair. São apagadas quando envia o formulário, quando termina a sessão e um dia depois de ter escrito pela última vez; "Recomeçar" apaga-as logo. Num dispositivo partilhado, escolha "Recomeçar" antes de sair. Uma declaração que assina sem rede espera no dispositivo, cifrada, até ser enviada. A sua confirmação e o código ficam no dispositivo até três dias depois da viagem, para os poder mostrar sem rede. Os dados que guarda para a próxima viagem ficam no dispositivo, cifrados com o seu PIN, até os apagar. "Limpar este dispositivo", terminar a sessão ou as definições do navegador apagam tudo isso. O que um funcionário escreve fica até a sessão terminar. Contamos a rapidez com que as páginas abrem e se falham, sem nada sobre si.',
    cookies: 'Cookies',
    cookiesMore: 'Não usamos cookies de publicidade. Dos nossos cookies:',
    cookieList: {
      session: 'um mantém a sua sessão',
      'signed-out': 'quando um funcionário que decide nos postos termina a sessão, um diz que tudo deve ser apagado, exceto as decisões que esperam por envio',
      'sign-in': 'um pertence a um início de sessão em curso, para que só este navegador o possa concluir',
      page: 'um guarda um número aleatório deste navegador, para que nenhum outro navegador possa usar o que foi dado a uma página deste sítio',
      admission: 'um guarda a hora a que entrou ou, quando é preciso esperar, o seu lugar na fila',
      language: 'um guarda a língua que escolheu',
      labels: 'um diz se os textos aparecem nas duas línguas',
      font: 'um diz que o dispositivo já tem o tipo de letra deste sítio',
      bucket: 'enquanto se experimenta uma nova versão de um serviço, um guarda um número de 0 a 99, para que veja a mesma versão em todas as páginas',
    },
    who: 'Quem vê os seus dados',
    whoMore: 'Os funcionários cujo trabalho o exige. Sempre que um deles abre os seus dados, isso fica escrito num registo que não pode ser alterado.',
    link: 'A ligação para o seu documento',
    linkMore:
      'Quem tem a ligação ou o ficheiro do seu documento pode vê-lo. Não os passe a outros. O código QR não contém a ligação; só mostra que o documento é autêntico.',
    rights: 'Os seus direitos',
    rightsMore: 'Pode perguntar que dados temos sobre si e pedir que se corrijam erros. A página de contacto indica a quem.',
  },
  contact: {
    title: 'Contacto',
    lead: 'Ajuda com este serviço.',
    reach: 'Telefonar ou escrever',
    phone: 'Telefone',
    email: 'E-mail',
    border: 'Está na fronteira',
    borderMore: 'Fale com qualquer funcionário no balcão. Se o telemóvel falhar, um funcionário pode encontrar a sua declaração com o passaporte.',
    form: 'Tem um problema com um formulário',
    formMore: 'Anote a referência, se a tiver, a página e a hora. Depois contacte o serviço responsável.',
    office: 'Serviço',
    offices: {
      declarations: 'Declarações de chegada e de partida',
      licences: 'Licenças profissionais',
      trips: 'Viagens de veículos',
    },
    places: {
      declarations: '{{product}} e Imigração, em todos os pontos de entrada',
      licences: 'O serviço de licenciamento do Ministério que emite a sua licença',
      trips: 'O serviço de transportes terrestres, ou o posto de fronteira que atravessa',
    },
    about: 'Assunto',
    where: 'Onde ir',
  },
};

export const texts = { en, pt };
