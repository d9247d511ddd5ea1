import Select from 'react-select'
import Creatable from 'react-select/creatable'
import { items, mount } from './form.jsx'

const labels = ['Substance', 'Goals', 'Triggers']
const Field = ({ label, children }) => (
  <p>
    <label htmlFor={window.nameOf(label)}>{label}</label> {children}
  </p>
)
const item = (each) => (each ? { value: each, label: each } : null)
mount(
  ({ values, put }) => (
    <>
      <Field label="Substance">
        <Select
          inputId="substance"
          name="substance"
          options={items('Substance')}
          value={item(values.Substance)}
          onChange={(chosen) => put('Substance')(chosen?.value ?? '')}
        />
      </Field>
      <Field label="Goals">
        <Select
          inputId="goals"
          name="goals"
          isMulti
          options={items('Goals')}
          value={values.Goals.map(item)}
          onChange={(chosen) => put('Goals')(chosen.map(({ value }) => value))}
        />
      </Field>
      <Field label="Triggers">
        <Creatable
          inputId="triggers"
          name="triggers"
          isMulti
          value={values.Triggers.map(item)}
          onChange={(chosen) => put('Triggers')(chosen.map(({ value }) => value))}
        />
      </Field>
    </>
  ),
  labels,
)
