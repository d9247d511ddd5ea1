import { Checkbox, DatePicker, Input, InputNumber, Radio, Select, Switch } from 'antd'
import dayjs from 'dayjs'
import { items, mount } from './form.jsx'

const day = (label) => (window.old[label] ? dayjs(window.old[label]) : null)
const labels = [
  'Substance',
  'Pharmacy',
  'Goals',
  'Triggers',
  'Affect',
  'Symptoms',
  'Consent on file',
  'Dose',
  'Seen on',
  'Next visit',
  'Born on',
  'Plan',
]
const Field = ({ label, children }) => (
  <p>
    <label htmlFor={window.nameOf(label)}>{label}</label> {children}
  </p>
)
mount(
  ({ values, put }) => {
    const bound = (label) => ({
      id: window.nameOf(label),
      value: values[label] === '' ? null : values[label],
      onChange: put(label),
      style: { width: 240 },
    })
    return (
      <>
        <Field label="Substance">
          <Select {...bound('Substance')} allowClear options={items('Substance')} />
        </Field>
        <Field label="Pharmacy">
          <Select {...bound('Pharmacy')} showSearch options={items('Pharmacy')} />
        </Field>
        <Field label="Goals">
          <Select {...bound('Goals')} mode="multiple" options={items('Goals')} />
        </Field>
        <Field label="Triggers">
          <Select {...bound('Triggers')} mode="tags" options={[]} />
        </Field>
        <Field label="Affect">
          <Radio.Group
            {...bound('Affect')}
            onChange={(event) => put('Affect')(event.target.value)}
            options={window.options.Affect}
          />
        </Field>
        <Field label="Symptoms">
          <Checkbox.Group {...bound('Symptoms')} options={window.options.Symptoms} />
        </Field>
        <Field label="Consent on file">
          <Switch id="consent-on-file" checked={values['Consent on file']} onChange={put('Consent on file')} />
        </Field>
        <Field label="Dose">
          <InputNumber {...bound('Dose')} />
        </Field>
        <Field label="Seen on">
          <DatePicker {...bound('Seen on')} format="DD/MM/YYYY" />
        </Field>
        <Field label="Next visit">
          <DatePicker {...bound('Next visit')} format="MM/DD/YYYY" />
        </Field>
        <Field label="Born on">
          <DatePicker {...bound('Born on')} />
        </Field>
        <Field label="Plan">
          <Input.TextArea {...bound('Plan')} onChange={(event) => put('Plan')(event.target.value)} />
        </Field>
      </>
    )
  },
  labels,
  { 'Seen on': day('Seen on'), 'Next visit': day('Next visit'), 'Born on': day('Born on') },
)
