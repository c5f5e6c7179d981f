/** The texts for due dates. */
const en = {
  due: {
    over: '{{time}} over',
    escalated: 'Overdue: supervisors were told on {{time}}',
    at: 'due {{time}}',
    minutes: '{{count}} min',
    hours: '{{count}} h',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
  },
};
const pt = {
  due: {
    over: '{{time}} de atraso',
    escalated: 'Em atraso: comunicado aos supervisores em {{time}}',
    at: 'até {{time}}',
    minutes: '{{count}} min',
    hours: '{{count}} h',
    days_one: '{{count}} dia',
    days_many: '{{count}} dias',
    days_other: '{{count}} dias',
  },
};

export const dueTexts = { en, pt };
