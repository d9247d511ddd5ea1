import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The form of a date or a time in the model: a day of dayjs, a date of the browser, or a text. */
const said = (value) => {
  if (Array.isArray(value)) return value.map(said)
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (value instanceof Date) return window.iso(value)
  if (value && typeof value.format === 'function') return value.isValid() ? value.format('YYYY-MM-DD') : 'invalid'
  if (value && typeof value === 'object' && 'year' in value) return value.toString()
  return String(value ?? '')
}

/**
 * Mounts a form of React. `Form` gets the values by label, and `put(label)`, which returns the function that stores a
 * value. The model of the page is the state of the form.
 */
export function mount(Form, labels, start = {}) {
  let latest = {}
  function Page() {
    const [values, setValues] = useState({
      ...Object.fromEntries(labels.map((label) => [label, window.old[label]])),
      ...start,
    })
    latest = values
    window.model ??= () => Object.fromEntries(labels.map((label) => [label, said(latest[label])]))
    return <Form values={values} put={(label) => (value) => setValues((now) => ({ ...now, [label]: value }))} />
  }
  createRoot(document.querySelector('#app')).render(<Page />)
}

/** The options of a list as objects with a code. */
export const items = (label, key = 'label') => window.options[label].map((each) => ({ value: each, [key]: each }))
