import type { Topic } from './topic.ts'

const plain = (id: string, label: string, field: RegExp): Topic => ({ id, label, by: 'provider', field })

/** Sections of a medical note that have their own writers. */
export const visitTopics: Topic[] = [
  plain('complaint', 'Reason', /chief complaint|reason for (?:the )?(?:referral|consult\w*|encounter)|^cc$/),
  plain('story', 'History', /history of (?:the )?present|\bhpi\b/),
  plain('review', 'Review of systems', /review of systems|^ros$/),
  plain(
    'operations',
    'Surgery',
    /surgical (?:history|procedures)|(?:past|previous|prior) (?:surger|operation)|^surger(?:y|ies)$|^psh$/,
  ),
  plain('conditions', 'History', /medical history|^past history|\bpmh\b|chronic (?:conditions|illness)|^comorbidities/),
  plain('social', 'Social history', /social history|^social$/),
  plain(
    'examination',
    'Examination',
    /^(?:physical |clinical )?exam(?:ination)?s?(?: findings)?$|^physical exam(?:ination)?\b(?!.*date)|examination findings|clinical findings/,
  ),
  plain(
    'results',
    'Results',
    /(?:test|lab\w*|imaging|diagnostic|study|studies|x-?ray) results?|^results?$|^imaging$|^radiology/,
  ),
  plain('follow_up', 'Follow-up', /^follow[- ]?up(?: plan| instructions)?$|^disposition$|return precautions/),
]
