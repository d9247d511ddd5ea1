import DatePicker from 'react-datepicker'
import 'react-datepicker/dist/react-datepicker.css'
import { mount } from './form.jsx'

const days = { 'Seen on': 'dd/MM/yyyy', 'Next visit': 'MM/dd/yyyy', 'Born on': 'yyyy-MM-dd' }
const labels = Object.keys(days)
mount(
  ({ values, put }) => (
    <>
      {labels.map((label) => (
        <p key={label}>
          <label htmlFor={window.nameOf(label)}>{label}</label>{' '}
          <DatePicker
            id={window.nameOf(label)}
            name={window.nameOf(label)}
            dateFormat={days[label]}
            selected={values[label] || null}
            onChange={put(label)}
          />
        </p>
      ))}
    </>
  ),
  labels,
  Object.fromEntries(labels.map((label) => [label, window.dateOf(window.old[label])])),
)
