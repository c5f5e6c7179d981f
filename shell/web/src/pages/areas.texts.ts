/** The operators' page. */
const en = {
  operations: {
    title: 'Deployed areas',
    lead: 'What visitors get of each area, and how it went during the last hour, as this gateway heard it.',
    since: 'Version {{version}}, since {{since}}, by {{by}}.',
    why: 'Reason: {{why}}.',
    unknown: 'Version {{version}}.',
    canary: 'Version {{version}} is tried with {{share}} % of the visitors.',
    version: 'Version',
    loads: 'Attempts to open it',
    success: 'Came up',
    failures: 'Failures, by stage',
    stages: {
      entry: 'did not load',
      integrity: 'changed file refused',
      bootstrap: 'while starting',
      mount: 'while opening',
      render: 'on the screen',
      timeout: 'took too long',
    },
    errors: 'Errors',
    none: 'No page has reported anything during the last hour',
    vitals: 'Times in milliseconds: three of four visits were at least as good.',
    shell: 'Pages of the portal itself',
  },
};

const pt: typeof en = {
  operations: {
    title: 'Áreas instaladas',
    lead: 'O que os visitantes recebem de cada área, e como correu na última hora, tal como este servidor o soube.',
    since: 'Versão {{version}}, desde {{since}}, por {{by}}.',
    why: 'Motivo: {{why}}.',
    unknown: 'Versão {{version}}.',
    canary: 'A versão {{version}} está a ser experimentada com {{share}} % dos visitantes.',
    version: 'Versão',
    loads: 'Tentativas de abrir',
    success: 'Abriu',
    failures: 'Falhas, por fase',
    stages: {
      entry: 'não carregou',
      integrity: 'ficheiro alterado recusado',
      bootstrap: 'ao iniciar',
      mount: 'ao abrir',
      render: 'no ecrã',
      timeout: 'demorou demais',
    },
    errors: 'Erros',
    none: 'Nenhuma página comunicou nada na última hora',
    vitals: 'Tempos em milissegundos: três em cada quatro visitas foram pelo menos tão boas.',
    shell: 'Páginas do próprio portal',
  },
};

export const texts = { en, pt };
