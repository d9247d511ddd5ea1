import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
import Select from 'react-select'

const options = ['Alcohol', 'Cannabis', 'None'].map((label, at) => ({ label, value: `v${at}` }))
function Form() {
  const [value, setValue] = useState(window.full ? options[0] : null)
  window.subject = { text: () => value?.label ?? '', state: () => JSON.stringify(value) }
  return h(Select, { inputId: 'substance', value, onChange: setValue, options, isClearable: true })
}
document.querySelector('#label').innerHTML = '<label for="substance">Substance</label>'
createRoot(document.querySelector('#note')).render(h(Form))
