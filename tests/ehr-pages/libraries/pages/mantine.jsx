import {
  Checkbox,
  MantineProvider,
  MultiSelect,
  NumberInput,
  Radio,
  SegmentedControl,
  Select,
  Switch,
  TagsInput,
  Textarea,
} from '@mantine/core'
import { DateInput } from '@mantine/dates'
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import { mount } from './form.jsx'

const labels = [
  'Substance',
  'Pharmacy',
  'Goals',
  'Triggers',
  'Affect',
  'Symptoms',
  'Consent on file',
  'Interpreter needed',
  'Dose',
  'Severity',
  'Seen on',
  'Next visit',
  'Born on',
  'Plan',
]
mount(({ values, put }) => {
  const bound = (label) => ({ label, name: window.nameOf(label), value: values[label], onChange: put(label) })
  const date = (label, valueFormat) => (
    <DateInput {...bound(label)} value={values[label] || null} valueFormat={valueFormat} />
  )
  return (
    <MantineProvider>
      <Select {...bound('Substance')} value={values.Substance || null} data={window.options.Substance} />
      <Select {...bound('Pharmacy')} value={values.Pharmacy || null} searchable data={window.options.Pharmacy} />
      <MultiSelect {...bound('Goals')} data={window.options.Goals} />
      <TagsInput {...bound('Triggers')} />
      <Radio.Group {...bound('Affect')}>
        {window.options.Affect.map((each) => (
          <Radio key={each} value={each} label={each} />
        ))}
      </Radio.Group>
      <Checkbox.Group {...bound('Symptoms')}>
        {window.options.Symptoms.map((each) => (
          <Checkbox key={each} value={each} label={each} />
        ))}
      </Checkbox.Group>
      <Checkbox
        label="Consent on file"
        checked={values['Consent on file']}
        onChange={(event) => put('Consent on file')(event.currentTarget.checked)}
      />
      <Switch
        label="Interpreter needed"
        checked={values['Interpreter needed']}
        onChange={(event) => put('Interpreter needed')(event.currentTarget.checked)}
      />
      <NumberInput {...bound('Dose')} value={values.Dose ?? ''} suffix=" mg" />
      <p id="severity">Severity</p>
      <SegmentedControl
        aria-labelledby="severity"
        data={window.options.Severity}
        value={values.Severity}
        onChange={put('Severity')}
      />
      {date('Seen on', 'DD/MM/YYYY')}
      {date('Next visit', 'MM/DD/YYYY')}
      {date('Born on', 'YYYY-MM-DD')}
      <Textarea {...bound('Plan')} onChange={(event) => put('Plan')(event.currentTarget.value)} />
    </MantineProvider>
  )
}, labels)
