import {
  FormControl,
  FormControlLabel,
  FormLabel,
  InputLabel,
  MenuItem,
  Radio,
  RadioGroup,
  Select,
} from '@mui/material'
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'

// Lists and radio buttons without an option for "not answered". Once the user has chosen a value, the control offers no
// way to remove it.
function Form() {
  const [form, setForm] = useState(
    window.full ? { substance: 'Alcohol', affect: 'Flat', visits: 3 } : { substance: '', affect: null, visits: 3 },
  )
  window.subject = { text: () => JSON.stringify(form), state: () => JSON.stringify(form) }
  const set = (name) => (event) => setForm((now) => ({ ...now, [name]: event.target.value }))
  const item = (value) => h(MenuItem, { key: value, value }, value)
  return h(
    'div',
    null,
    h(
      FormControl,
      { fullWidth: true },
      h(InputLabel, { id: 'substance-label' }, 'Substance'),
      h(
        Select,
        { labelId: 'substance-label', label: 'Substance', value: form.substance, onChange: set('substance') },
        ['Alcohol', 'Cannabis', 'Opioids'].map(item),
      ),
    ),
    h(
      FormControl,
      null,
      h(FormLabel, { id: 'affect-label' }, 'Affect'),
      h(
        RadioGroup,
        { 'aria-labelledby': 'affect-label', name: 'affect', value: form.affect, onChange: set('affect') },
        ['Flat', 'Full'].map((value) => h(FormControlLabel, { key: value, value, label: value, control: h(Radio) })),
      ),
    ),
  )
}
createRoot(document.querySelector('#note')).render(h(Form))
