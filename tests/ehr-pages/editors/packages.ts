import type { PageValue } from '../../../lib/page/shapes.ts'

/** Four lines, one of them empty, with characters that are special in markup. */
export const note = 'Mood is better.\n\nTakes <b> & "q" daily.\nSleeps seven hours.'

/** The text editors. Each has a page of the same name. */
export const textEditors = [
  'textarea',
  'contenteditable',
  'medium-editor',
  'tinymce4',
  'tinymce6',
  'tinymce6-inline',
  'tinymce8',
  'tinymce8-inline',
  'ckeditor4',
  'ckeditor4-inline',
  'ckeditor5',
  'quill1',
  'quill2',
  'prosemirror',
  'tiptap',
  'lexical',
  'slate',
  'draft-js',
  'trix',
  'squire',
  'summernote',
  'froala',
]

/** Pages of five controls that are bound to the data model of a framework. All pages get the same values. */
export const frameworks = ['react', 'vue', 'angularjs', 'knockout', 'ext']

const said = (values: Record<string, string>): PageValue[] =>
  Object.entries(values).map(([label, value]) => ({ label, value: [value] }))

export const formValues = said({
  Location: 'Telehealth',
  'Progress note': note,
  'Consent was given': 'yes',
  Affect: 'full',
  Participation: 'active',
})
/** The same values as `formValues`, but consent was not given: the checkbox must be cleared. */
export const otherFormValues = said({
  Location: 'Telehealth',
  'Progress note': note,
  'Consent was given': 'no',
  Affect: 'full',
  Participation: 'active',
})
export const formModel = (consent: boolean) => ({
  location: 'Telehealth',
  note,
  consent,
  affect: 'Full',
  part: 'Active',
})

/** Widgets, the values written into them, and the expected state of their model afterwards. */
export const widgets: Record<string, { values: PageValue[]; model: string }> = {
  select2: { values: said({ Substance: 'cannabis' }), model: 'Cannabis' },
  'react-select': { values: said({ Substance: 'Cannabis' }), model: 'Cannabis' },
  'aria-combobox-input': { values: said({ Substance: 'Cannabis' }), model: 'Cannabis' },
  chosen: { values: said({ Substance: 'cannabis' }), model: 'Cannabis' },
  'flatpickr-pick-only': { values: said({ 'Seen on': '2026-12-05' }), model: '2026-12-05' },
  'native-dates': {
    values: said({ 'Seen on': '12/05/2026', 'Seen at': '2:30 PM', 'Next visit': '12/19/2026 9:15 AM' }),
    model: JSON.stringify({ day: '2026-12-05', time: '14:30', next: '2026-12-19T09:15' }),
  },
  'jquery-ui-datepicker': { values: said({ 'Seen on': '2026-12-05' }), model: '2026-12-05' },
  'bootstrap-datepicker': { values: said({ 'Seen on': '2026-12-05' }), model: '2026-12-05' },
  flatpickr: { values: said({ 'Seen on': '2026-12-05' }), model: '2026-12-05' },
  // Only the widget knows that the day comes first.
  'jquery-ui-day-first': { values: said({ 'Seen on': '2026-12-05' }), model: '2026-12-05' },
  'bootstrap-day-first': { values: said({ 'Seen on': '2026-12-05' }), model: '2026-12-05' },
  'flatpickr-day-first': { values: said({ 'Seen on': '2026-12-05' }), model: '2026-12-05' },
  inputmask: {
    values: said({ 'Seen on': '2026-12-05', Phone: '(555) 123-4567' }),
    model: JSON.stringify(['12/05/2026', '5551234567']),
  },
}

const risen = (names: string): PageValue[] => said(Object.fromEntries(names.split(' ').map((name) => [name, 'High'])))

/** Radio buttons and lists that start without a selection. The page offers no way to clear a selection. */
export const choices: Record<string, { values: PageValue[]; model: string }> = {
  'react-choices': {
    values: risen('Mood Sleep Energy Focus Appetite Anxiety Risk'),
    model: JSON.stringify({
      reducer: 'High',
      store: 'High',
      class: 'High',
      ref: 'High',
      page: 'High',
      hook: 2,
      list: 'High',
    }),
  },
  mui: {
    values: said({ Substance: 'Cannabis', Affect: 'Full' }),
    model: JSON.stringify({ substance: 'Cannabis', affect: 'Full', visits: 3 }),
  },
  'vue-choices': {
    values: risen('Mood Sleep Energy Risk'),
    model: JSON.stringify({ mood: 'High', plan: { sleep: 'High' }, energy: 'High', list: 'High' }),
  },
  'angularjs-choices': { values: risen('Mood Risk'), model: JSON.stringify({ mood: 'High', risk: 'High' }) },
  'knockout-choices': { values: risen('Mood'), model: JSON.stringify({ mood: 'High' }) },
  'ext-choices': { values: risen('Mood'), model: JSON.stringify({ mood: 'High' }) },
}

/**
 * Lists without a text input. An existing choice can be replaced. A first choice needs a confirmation, because undo
 * could not remove it.
 */
export const selectOnly: Record<string, { values: PageValue[]; model: string }> = {
  'aria-combobox': { values: said({ Substance: 'Cannabis' }), model: 'Cannabis' },
  'react-lists': {
    values: risen('Mood Sleep Focus Risk'),
    model: JSON.stringify({ reducer: 'High', store: 'High', ref: 'High', past: 'High' }),
  },
}

/**
 * Editor pages whose controls are locked according to the scan. The plan of a fill must refuse the value and name the
 * field, so that the user can enter the value by hand.
 */
export const refusedByName: Record<string, { values: PageValue[]; reason: string }> = {
  'flatpickr-other-words': { values: said({ 'Seen on': '2026-12-05' }), reason: 'read-only' },
}
