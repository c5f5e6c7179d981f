const en = {
  search: {
    title: 'Search',
    label: 'Search name, passport, plate, reference',
    button: 'Search',
    hint: 'Enter at least three letters or digits.',
    results: 'Search results',
    last: 'Last opened',
    all: 'Show all results',
    searching: 'Searching',
    count_one: '{{count}} document found',
    count_other: '{{count}} documents found',
    none: 'Nothing was found for this text.',
    failed: '{{area}} could not be searched. Its documents are missing here.',
    person: '{{title}}: documents of one person',
    vehicle: '{{title}}: documents of one vehicle',
  },
};
const pt = {
  search: {
    title: 'Pesquisar',
    label: 'Pesquisar nome, passaporte, matrícula, referência',
    button: 'Pesquisar',
    hint: 'Escreva pelo menos três letras ou algarismos.',
    results: 'Resultados da pesquisa',
    last: 'Abertos por último',
    all: 'Mostrar todos os resultados',
    searching: 'A pesquisar',
    count_one: '{{count}} documento encontrado',
    count_many: '{{count}} documentos encontrados',
    count_other: '{{count}} documentos encontrados',
    none: 'Nada foi encontrado para este texto.',
    failed: 'Não foi possível pesquisar em {{area}}. Faltam aqui os seus documentos.',
    person: '{{title}}: documentos de uma pessoa',
    vehicle: '{{title}}: documentos de um veículo',
  },
};
export const searchTexts = { en, pt };
