import type { FocusedField, FocusRefusal } from '../../lib/page/shapes.ts'

export const focusRefusals: Record<FocusRefusal, string> = {
  'no-focus': 'Click into a text field of the page first. Then dictate.',
  password: 'Chartside does not dictate into password fields.',
  'not-text': 'Dictation writes text only. Choose this answer on the page.',
  formatted: 'This field has a formatted text, which dictation could damage. Type in the page instead.',
  'read-only': 'The page does not allow changes to this field.',
  signed: 'This form is signed and cannot be changed.',
  scored: 'This field belongs to a scored questionnaire. Enter it by hand.',
}

export const nameOfField = ({ label }: Pick<FocusedField, 'label'>): string => label || 'a field without a name'

export const noWords = 'No words were heard. Nothing was written.'
export const pageMoved = 'The page has changed since you began to dictate. Nothing was written.'
