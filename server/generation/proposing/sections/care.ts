import { many, one, plain, type Section, table, text } from './section.ts'

/** Sections on decisions and treatment: diagnosis, treatment plans, group sessions, discharge. */
export const careSections: Section[] = [
  text(
    'Diagnosis',
    'diagnos[ei]s|diagnostic impressions?|dx|icd(?:-10)?',
    'Diagnoses as the provider named them, with codes where they were said.',
    { format: 'bullet' },
  ),
  table(
    'Problems and goals',
    'problems? and goals?|problem list|treatment plan(?:ning)?|treatment goals',
    'One problem per row, with what was agreed.',
    ['Problem', 'Goal', 'Objective', 'Intervention', 'Target date'],
  ),
  text('Labs', 'labs?|laboratory|lab results', 'Laboratory results or orders that were named.', { format: 'bullet' }),
  text('Referrals', 'referrals?|coordination of care|care coordination', 'Referrals and people contacted.', {
    format: 'bullet',
  }),
  text(
    'Patient education',
    'psycho-?education|patient education',
    'What the provider explained, and how well the client understood it.',
    {
      format: 'bullet',
    },
  ),
  plain(
    'boolean',
    'Consent given',
    'consents?|informed consent',
    'Whether the client agreed to treatment after it was explained.',
  ),
  one('Prognosis', 'prognosis', 'The expected course, as the provider stated it.', ['Good', 'Fair', 'Guarded', 'Poor']),
  text('Medical necessity', 'medical necessity', 'Why treatment at this level is needed.', { format: 'paragraph' }),
  one('Level of care', 'level of care', 'The level of care that was recommended.', [
    'Outpatient',
    'Intensive outpatient',
    'Partial hospitalization',
    'Residential',
    'Inpatient',
  ]),
  text('Group topic', 'group (?:topic|theme|focus)|topic', 'The topic of the group.'),
  plain(
    'number',
    'Number of participants',
    'number of (?:participants|members|attendees)|group size|attendance',
    'How many people took part.',
  ),
  one('Participation', 'participation|engagement', 'How the client took part.', [
    'Active',
    'Attentive',
    'Needed prompting',
    'Minimal',
    'Left early',
    'Refused',
  ]),
  text(
    'Interaction with others',
    'interactions?|peer (?:interaction|feedback)',
    'How the client behaved toward other people.',
  ),
  text('Reason for discharge', 'reason for discharge|discharge reason', 'Why treatment ends now.'),
  one(
    'Condition at discharge',
    'condition at discharge|discharge (?:condition|status)',
    'The client’s condition at discharge.',
    ['Improved', 'Unchanged', 'Worse'],
  ),
  text(
    'Course of treatment',
    'course of treatment|treatment summary|summary of treatment|hospital course',
    'What was done in treatment and how the client progressed.',
    { format: 'paragraph' },
  ),
  text(
    'Aftercare plan',
    'aftercare(?: plan)?|discharge plan(?:ning)?|continuing care',
    'Appointments, medicines and supports after discharge.',
    { format: 'bullet' },
  ),
  many(
    'Functioning',
    'functioning|functional (?:status|impairment)s?|adls?|activities of daily living',
    'Areas of life in which the client is impaired.',
    ['Work or school', 'Relationships', 'Self-care', 'Household', 'Leisure'],
  ),
  text('Summary', 'summary|overview', 'The visit in three or four sentences.', { format: 'paragraph' }),
]
