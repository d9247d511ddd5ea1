import { many, plain, type Section, text } from './section.ts'

/** Sections on the visit itself and its outcome. */
export const sessionSections: Section[] = [
  text(
    'Subjective',
    'subjective',
    'What the client reports, in the third person: mood, symptoms, events since the last visit.',
    { format: 'paragraph' },
  ),
  text(
    'Objective',
    'objective',
    'What the provider observed: appearance, behavior, affect, speech, and results that were named.',
    { format: 'paragraph' },
  ),
  text(
    'Assessment',
    'assessment|clinical impressions?|impressions?',
    'The provider’s clinical impression and the client’s progress, as the provider described them.',
    { format: 'paragraph' },
  ),
  text(
    'Plan',
    'plan|next steps?|follow[- ]?up plan',
    'What was agreed: treatment, homework, referrals, changes, next appointment.',
    { format: 'bullet' },
  ),
  text('Data', 'data section', 'What the client said and what was observed in this session.', { format: 'paragraph' }),
  text('Behavior', 'behaviou?rs?', 'What the client did and said, and how the client presented.', {
    format: 'paragraph',
  }),
  text('Goals', 'goals?|objectives', 'The treatment goals that were worked on or set.', { format: 'bullet' }),
  text(
    'Intervention',
    'interventions?|techniques?|modalit(?:y|ies)',
    'What the provider did: techniques, education, support, coordination.',
    { format: 'bullet' },
  ),
  text(
    'Response',
    'response(?: to (?:intervention|treatment)s?)?|client response',
    'How the client responded to the interventions.',
    { format: 'paragraph' },
  ),
  text('Progress', 'progress(?! notes?)', 'Progress toward goals since the last visit.', { format: 'paragraph' }),
  text(
    'Presenting concern',
    'presenting (?:concern|problem|complaint|issue)s?|chief complaint|reason for (?:visit|referral|admission)|referral reason',
    'Why the client comes to this visit, in one or two sentences.',
    { format: 'paragraph' },
  ),
  text(
    'History of present illness',
    'history of (?:the )?present(?:ing)? illness|hpi|history of present concern',
    'Onset, course, severity, triggers and what helps, in the order in which it happened.',
    { format: 'paragraph' },
  ),
  text(
    'Interval history',
    'interval history|since (?:the )?last (?:visit|session)|interim history',
    'What changed since the last visit.',
    { format: 'paragraph' },
  ),
  many('Symptoms', 'symptoms?|review of systems|ros', 'Symptoms the client has at present.', [
    'Anxiety',
    'Depressed mood',
    'Poor sleep',
    'Panic attacks',
    'Irritability',
    'Fatigue',
    'Poor concentration',
    'Change in appetite',
    'Hopelessness',
  ]),
  text(
    'Homework',
    'homework|between[- ]session (?:tasks?|practice)',
    'What the client will practice until the next session.',
    { format: 'bullet' },
  ),
  plain(
    'date',
    'Next appointment',
    'next (?:appointment|visit|session)|follow[- ]?up date|return visit',
    'The date of the next appointment that was agreed.',
  ),
  plain(
    'date',
    'Date of service',
    'date of (?:service|session|visit)|session date|visit date',
    'The date of this visit.',
  ),
  plain(
    'start_end_time',
    'Session time',
    'session times?|start and (?:end|stop) times?|time in and out',
    'When the session began and ended.',
  ),
  plain('start_time', 'Start time', 'start time|time in', 'When the session began.'),
  plain('end_time', 'End time', '(?:end|stop) time|time out', 'When the session ended.'),
  plain('number', 'Duration', 'duration|session length|minutes', 'How many minutes the session lasted.'),
]
