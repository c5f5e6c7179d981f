/** Texts of the toasts that tell an officer, on every staff page, what has happened to the officer's cases. */
const en = {
  toasts: {
    title: 'News of cases',
    mention: 'You are named in a note on {{kind}}:',
    answered: 'The applicant has answered on {{kind}}:',
    escalated: 'Overdue, told to supervisors ({{kind}}):',
    more: 'and {{count}} more',
    close: 'Close',
    dismiss: 'Close: {{words}}',
    lost: '{{reference}} cannot be opened now. Search for it.',
  },
};

const pt = {
  toasts: {
    title: 'Novidades dos casos',
    mention: 'O seu nome está numa nota em {{kind}}:',
    answered: 'O requerente respondeu em {{kind}}:',
    escalated: 'Em atraso, comunicado aos supervisores ({{kind}}):',
    more: 'e mais {{count}}',
    close: 'Fechar',
    dismiss: 'Fechar: {{words}}',
    lost: 'Não é possível abrir {{reference}} agora. Procure-o.',
  },
};

export const toastTexts = { en, pt };
