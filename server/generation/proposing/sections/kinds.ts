/** A kind of note and its sections. */
export interface NoteKind {
  name: string
  words: RegExp
  sections: readonly string[]
}

const mse = [
  'Appearance',
  'Attitude',
  'Mood',
  'Affect',
  'Speech',
  'Thought process',
  'Thought content',
  'Perception',
  'Orientation',
  'Cognition',
  'Insight',
  'Judgment',
]
const risk = ['Suicidal ideation', 'Homicidal ideation', 'Self-harm', 'Risk level', 'Protective factors', 'Safety plan']
const vitals = ['Blood pressure', 'Heart rate', 'Weight']

const kind = (name: string, words: string, sections: readonly string[]): NoteKind => ({
  name,
  words: new RegExp(`\\b(?:${words})\\b`, 'gi'),
  sections,
})

/** The kinds of notes that a description can refer to by name. */
export const noteKinds: readonly NoteKind[] = [
  kind('SOAP note', 's\\.?o\\.?a\\.?p\\.?(?: notes?)?', ['Subjective', 'Objective', 'Assessment', 'Plan']),
  kind('DAP note', 'd\\.?a\\.?p\\.?(?: notes?)?', ['Data', 'Assessment', 'Plan']),
  kind('BIRP note', 'birp(?: notes?)?', ['Behavior', 'Intervention', 'Response', 'Plan']),
  kind('GIRP note', 'girp(?: notes?)?', ['Goals', 'Intervention', 'Response', 'Plan']),
  kind('PIRP note', 'pirp(?: notes?)?', ['Presenting concern', 'Intervention', 'Response', 'Plan']),
  kind(
    'Intake assessment',
    'intakes?(?: (?:assessments?|notes?|evaluations?|forms?))?|biopsychosocial(?: assessments?)?|initial (?:evaluation|assessment)',
    [
      'Presenting concern',
      'History of present illness',
      'Psychiatric history',
      'Medical history',
      'Family history',
      'Social history',
      'Trauma history',
      'Substance use',
      'Medications',
      'Allergies',
      'Suicidal ideation',
      'Risk level',
      'Strengths',
      'Diagnosis',
      'Plan',
    ],
  ),
  kind(
    'Psychiatric follow-up',
    '(?:psychiatric|psychiatry|medication)[- ](?:follow[- ]?up|management|check)(?: (?:visits?|notes?))?|med(?:ication)? check',
    [
      'Interval history',
      'Medications',
      'Takes medication as prescribed',
      'Side effects',
      'Sleep',
      'Appetite',
      'Mood',
      'Suicidal ideation',
      'Diagnosis',
      'Medication changes',
      'Next appointment',
    ],
  ),
  kind('Mental status examination', 'mse|mental status(?: exam(?:ination)?s?)?', mse),
  kind('Risk assessment', '(?:suicide |safety )?risk (?:assessments?|screen(?:ing)?s?)|columbia|c-ssrs', risk),
  kind('Group note', 'group(?: therapy)?(?: (?:progress )?notes?| sessions?)', [
    'Group topic',
    'Number of participants',
    'Participation',
    'Interaction with others',
    'Response',
    'Plan',
  ]),
  kind('Treatment plan', 'treatment plans?|care plans?', [
    'Diagnosis',
    'Problems and goals',
    'Strengths',
    'Barriers',
    'Level of care',
    'Next appointment',
  ]),
  kind('Discharge summary', 'discharge(?: (?:summar(?:y|ies)|notes?))', [
    'Reason for discharge',
    'Course of treatment',
    'Condition at discharge',
    'Diagnosis',
    'Medications',
    'Risk level',
    'Aftercare plan',
  ]),
  kind('Progress note', 'progress notes?', ['Presenting concern', 'Intervention', 'Response', 'Progress', 'Plan']),
  kind('Vital signs', 'vital signs|vitals', vitals),
]
