// Runs before the script of every page. Gives the old values, and helpers for the model of a library.
window.full = new URLSearchParams(location.search).get('start') === 'full'
window.presses = []
window.faults = []
addEventListener('error', ({ message }) => window.faults.push(message))
addEventListener('click', ({ target }) => target.closest?.('#sign') && window.presses.push(target.id), true)
addEventListener('submit', (event) => event.preventDefault())

/** The options of the lists. The page saves the code of an option. */
window.options = {
  Substance: ['Alcohol', 'Cannabis', 'Opioids'],
  Pharmacy: ['Main Street', 'Harbor'],
  Goals: ['Sleep', 'Work', 'Family'],
  Affect: ['Full', 'Flat'],
  Symptoms: ['Anxiety', 'Insomnia', 'Pain'],
  Severity: ['Mild', 'Severe'],
}
window.codeOf = (caption) => (caption === '' ? '' : `c-${caption.toLowerCase()}`)
window.captionOf = (code) =>
  Object.values(window.options)
    .flat()
    .find((each) => window.codeOf(each) === code) ??
  code ??
  ''

/** The values at the start. */
window.old = window.full
  ? {
      Substance: 'Alcohol',
      Pharmacy: 'Main Street',
      Goals: ['Work'],
      Affect: 'Full',
      Symptoms: ['Insomnia'],
      'Consent on file': false,
      'Interpreter needed': true,
      Dose: 20,
      Severity: 'Mild',
      Triggers: ['crowds'],
      Plan: 'Old words here.',
      'Seen on': '2025-02-03',
      'Next visit': '2025-02-03',
      'Born on': '2025-02-03',
      'Called at': '2025-02-03 08:15',
      'Start time': '08:15',
      Phone: '5559990000',
      Weight: '1234',
    }
  : {
      Substance: '',
      Pharmacy: '',
      Goals: [],
      Affect: '',
      Symptoms: [],
      'Consent on file': false,
      'Interpreter needed': false,
      Dose: null,
      Severity: '',
      Triggers: [],
      Plan: '',
      'Seen on': '',
      'Next visit': '',
      'Born on': '',
      'Called at': '',
      'Start time': '',
      Phone: '',
      Weight: '',
    }

/** The name of a control. */
window.nameOf = (label) => label.toLowerCase().replaceAll(' ', '-')
window.control = (label) => document.querySelector(`[name="${window.nameOf(label)}"]`)

const two = (number) => String(number).padStart(2, '0')
/** A date of the page in the form of the test; '' for none. */
window.iso = (date) =>
  date && !Number.isNaN(date.getTime())
    ? `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
    : ''
window.isoTime = (date) =>
  window.iso(date) ? `${window.iso(date)} ${two(date.getHours())}:${two(date.getMinutes())}` : ''
window.dateOf = (text) =>
  text === '' ? null : new Date(`${text.replace(' ', 'T')}${text.includes(':') ? '' : 'T00:00'}`)

/** Writes the inputs of a page that has one input for each label. */
window.drawInputs = (...labels) =>
  document.write(
    labels.map((label) => `<p><label>${label} <input name="${window.nameOf(label)}"></label></p>`).join(''),
  )
/** Writes the selects of a page, with the old values. */
window.drawSelects = (...labels) =>
  document.write(
    labels
      .map((label) => {
        const isMultiple = Array.isArray(window.old[label])
        const old = [window.old[label]].flat()
        return `<p><label for="${window.nameOf(label)}">${label}</label> <select id="${window.nameOf(label)}" name="${window.nameOf(label)}" style="width: 240px"${isMultiple ? ' multiple' : ''}>${isMultiple ? '' : '<option value=""></option>'}${window.options[
          label
        ]
          .map(
            (each) => `<option value="${window.codeOf(each)}"${old.includes(each) ? ' selected' : ''}>${each}</option>`,
          )
          .join('')}</select></p>`
      })
      .join(''),
  )

/** Set by each page when its library is ready: returns the library's own model by label. */
window.model = null
