import { many, plain, type Section, table, text } from './section.ts'

/** Sections on the patient's background: history, medicines, substances, circumstances. */
export const historySections: Section[] = [
  table('Medications', 'medications?|medicines?|meds|prescriptions?', 'Every medicine the client takes, one per row.', [
    'Medication',
    'Dose',
    'Frequency',
    'For',
  ]),
  text(
    'Medication changes',
    'medication changes?|changes? (?:to|in|of) (?:the )?medications?',
    'Medicines started, stopped or changed in this visit, with doses.',
    { format: 'bullet' },
  ),
  plain(
    'boolean',
    'Takes medication as prescribed',
    'adherence|compliance|takes? (?:the |their )?medications?(?: as prescribed)?',
    'Whether the client takes medication as prescribed.',
  ),
  text('Side effects', 'side[- ]effects?|adverse effects?', 'Side effects the client reports.', { format: 'bullet' }),
  text('Allergies', 'allerg(?:y|ies)', 'Allergies and what they cause.', { format: 'bullet' }),
  text('Medical history', '(?:past )?medical history|pmh', 'Illnesses, operations and injuries.', { format: 'bullet' }),
  text(
    'Psychiatric history',
    '(?:past )?psychiatric history|mental health history|treatment history|past treatment',
    'Earlier diagnoses, treatment, hospital stays and suicide attempts.',
    { format: 'bullet' },
  ),
  text('Family history', 'family (?:psychiatric |medical )?history', 'Illnesses in the family, mental and physical.', {
    format: 'bullet',
  }),
  text(
    'Social history',
    '(?:psycho)?social history|social situation|background',
    'Living situation, work, school, relationships and supports.',
    { format: 'paragraph' },
  ),
  text('Developmental history', 'developmental history|childhood', 'Birth, milestones, school and childhood events.', {
    format: 'paragraph',
  }),
  text(
    'Trauma history',
    'trauma(?: history)?|abuse history',
    'Traumatic events the client named, without more detail than was given.',
    { format: 'paragraph' },
  ),
  table(
    'Substance use',
    'substances?(?: use| abuse)?(?: history)?|alcohol(?: use)?|drugs?(?: use)?|drinking|tobacco|smoking',
    'Each substance the client uses, one per row.',
    ['Substance', 'Amount', 'Frequency', 'Last use'],
  ),
  many('Support system', 'support system|supports|social support', 'Who supports the client.', [
    'Partner',
    'Family',
    'Friends',
    'Peer group',
    'Faith community',
    'Sponsor',
    'None',
  ]),
  text('Strengths', 'strengths?', 'Strengths and resources of the client.', { format: 'bullet' }),
  text('Barriers', 'barriers?|obstacles?|challenges?', 'What makes treatment difficult for the client.', {
    format: 'bullet',
  }),
  text('Legal history', 'legal(?: history| issues| status)?', 'Legal matters the client named.', { format: 'bullet' }),
  text('Employment and education', 'employment|occupation|education|work history|school', 'Work and education.', {
    format: 'paragraph',
  }),
  text('Stressors', 'stressors?|triggers?', 'What burdens the client or triggers symptoms.', { format: 'bullet' }),
  text(
    'Coping skills',
    'coping(?: skills?| strategies)?|skills',
    'What the client does to cope, and whether it helps.',
    {
      format: 'bullet',
    },
  ),
]
