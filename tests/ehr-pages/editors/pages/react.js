import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'

// Every control is controlled by React: if the state does not have a value, the next render removes it from the
// control.
function Form() {
  const [form, setForm] = useState(window.oldForm)
  window.subject = { text: () => JSON.stringify(form), state: () => JSON.stringify(form) }
  const set = (name, value) => setForm((now) => ({ ...now, [name]: value }))
  return h(
    'div',
    null,
    h(
      'label',
      null,
      'Location',
      h('input', { name: 'location', value: form.location, onChange: (e) => set('location', e.target.value) }),
    ),
    h(
      'label',
      null,
      'Progress note',
      h('textarea', { name: 'note', value: form.note, onChange: (e) => set('note', e.target.value) }),
    ),
    h(
      'label',
      null,
      h('input', {
        type: 'checkbox',
        name: 'consent',
        checked: form.consent,
        onChange: (e) => set('consent', e.target.checked),
      }),
      'Consent was given',
    ),
    h(
      'fieldset',
      null,
      h('legend', null, 'Affect'),
      ['Flat', 'Full'].map((value) =>
        h(
          'label',
          { key: value },
          h('input', {
            type: 'radio',
            name: 'affect',
            value,
            checked: form.affect === value,
            onChange: () => set('affect', value),
          }),
          value,
        ),
      ),
    ),
    h(
      'label',
      null,
      'Participation',
      h(
        'select',
        { name: 'part', value: form.part, onChange: (e) => set('part', e.target.value) },
        ['', 'Active', 'Minimal'].map((value) => h('option', { key: value, value }, value)),
      ),
    ),
  )
}
createRoot(document.querySelector('#note')).render(h(Form))
