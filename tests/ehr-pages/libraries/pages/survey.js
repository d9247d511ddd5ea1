// The survey of both pages of SurveyJS.
const kinds = {
  Substance: { type: 'dropdown' },
  Goals: { type: 'tagbox' },
  Affect: { type: 'radiogroup' },
  Symptoms: { type: 'checkbox' },
  'Consent on file': { type: 'boolean', renderAs: 'checkbox' },
  Dose: { type: 'text', inputType: 'number' },
  'Seen on': { type: 'text', inputType: 'date' },
  Plan: { type: 'comment' },
}
const labels = Object.keys(kinds)
window.survey = new Survey.Model({
  showNavigationButtons: 'none',
  elements: labels.map((label) => ({
    name: label,
    title: label,
    choices: window.options[label]?.map((each) => ({ value: window.codeOf(each), text: each })),
    ...kinds[label],
  })),
})
const isChoice = (label) => label in window.options
const coded = (label, value) =>
  !isChoice(label) ? value : Array.isArray(value) ? value.map(window.codeOf) : window.codeOf(value)
if (window.full)
  window.survey.data = Object.fromEntries(labels.map((label) => [label, coded(label, window.old[label])]))
const plain = (value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : window.captionOf(String(value ?? '')))
window.model = () =>
  Object.fromEntries(
    labels.map((label) => {
      const value = window.survey.getValue(label)
      if (Array.isArray(window.old[label])) return [label, (value ?? []).map(plain)]
      return [label, label === 'Consent on file' ? plain(value === true) : plain(value)]
    }),
  )
