/** Texts of the office's page of requests for erasure. */
const en = {
  erasure: {
    title: 'Requests for erasure',
    lead: 'People who ask that what is held on them be erased. Each is answered within 30 days of the request.',
    empty: 'No request waits for an answer',
    down: '{{kind}} cannot be listed at the moment.',
    asked: 'Asked',
    due: 'Answer by',
    overdue: 'overdue',
    reason: 'Reason',
    open: 'Open the document',
    comment: 'Comment',
    commentHint: 'The applicant can read this.',
    commentRequired: 'Enter a comment',
    grantMeans:
      '“Grant” erases the document if the law no longer keeps it, and until then only the e-mail address and the telephone number of the applicant. It cannot be undone. An open case must be finished first.',
    GRANT: 'Grant',
    REFUSE: 'Refuse',
    of: 'the request of {{reference}}',
    granted: 'The request of {{reference}} was granted.',
    refused: 'The request of {{reference}} was refused.',
  },
};

const pt: typeof en = {
  erasure: {
    title: 'Pedidos de apagamento',
    lead: 'Pessoas que pedem que se apague o que é guardado sobre elas. Cada pedido tem resposta em 30 dias.',
    empty: 'Nenhum pedido espera resposta',
    down: 'De momento não é possível listar: {{kind}}.',
    asked: 'Pedido em',
    due: 'Responder até',
    overdue: 'prazo ultrapassado',
    reason: 'Motivo',
    open: 'Abrir o documento',
    comment: 'Comentário',
    commentHint: 'O requerente pode ler isto.',
    commentRequired: 'Escreva um comentário',
    grantMeans:
      '«Deferir» apaga o documento se a lei já não obrigar a guardá-lo, e até lá só o correio eletrónico e o número de telefone do requerente. Não se pode anular. Um caso aberto tem de ser concluído primeiro.',
    GRANT: 'Deferir',
    REFUSE: 'Indeferir',
    of: 'o pedido de {{reference}}',
    granted: 'O pedido de {{reference}} foi deferido.',
    refused: 'O pedido de {{reference}} foi indeferido.',
  },
};

export const texts = { en, pt };
