import {
  Checkbox,
  ComboBox,
  DatePicker,
  DatePickerInput,
  Dropdown,
  FilterableMultiSelect,
  NumberInput,
  RadioButton,
  RadioButtonGroup,
  Select,
  SelectItem,
  TextArea,
  Toggle,
} from '@carbon/react'
import { mount } from './form.jsx'

const labels = [
  'Substance',
  'Pharmacy',
  'Severity',
  'Goals',
  'Affect',
  'Consent on file',
  'Interpreter needed',
  'Dose',
  'Seen on',
  'Next visit',
  'Plan',
]
mount(
  ({ values, put }) => {
    const list = (label) => ({
      id: window.nameOf(label),
      titleText: label,
      label: 'Choose',
      items: window.options[label],
      selectedItem: values[label] || null,
      onChange: ({ selectedItem }) => put(label)(selectedItem),
    })
    const date = (label, dateFormat) => (
      <DatePicker
        datePickerType="single"
        dateFormat={dateFormat}
        value={values[label] ?? undefined}
        onChange={([day]) => put(label)(day ?? null)}
      >
        <DatePickerInput id={window.nameOf(label)} labelText={label} />
      </DatePicker>
    )
    return (
      <>
        <Dropdown {...list('Substance')} />
        <ComboBox {...list('Pharmacy')} />
        <FilterableMultiSelect
          id="goals"
          titleText="Goals"
          items={window.options.Goals}
          initialSelectedItems={window.old.Goals}
          onChange={({ selectedItems }) => put('Goals')(selectedItems)}
        />
        <Select
          id="severity"
          labelText="Severity"
          value={values.Severity}
          onChange={(event) => put('Severity')(event.target.value)}
        >
          <SelectItem value="" text="" />
          {window.options.Severity.map((each) => (
            <SelectItem key={each} value={each} text={each} />
          ))}
        </Select>
        <RadioButtonGroup legendText="Affect" name="affect" valueSelected={values.Affect} onChange={put('Affect')}>
          {window.options.Affect.map((each) => (
            <RadioButton key={each} value={each} labelText={each} id={each} />
          ))}
        </RadioButtonGroup>
        <Checkbox
          id="consent-on-file"
          labelText="Consent on file"
          checked={values['Consent on file']}
          onChange={(_, { checked }) => put('Consent on file')(checked)}
        />
        <Toggle
          id="interpreter-needed"
          labelText="Interpreter needed"
          toggled={values['Interpreter needed']}
          onToggle={put('Interpreter needed')}
        />
        <NumberInput
          id="dose"
          label="Dose"
          value={values.Dose ?? ''}
          onChange={(_, { value }) => put('Dose')(value)}
          allowEmpty
        />
        {date('Seen on', 'd/m/Y')}
        {date('Next visit', 'm/d/Y')}
        <TextArea
          id="plan"
          labelText="Plan"
          value={values.Plan}
          onChange={(event) => put('Plan')(event.target.value)}
        />
      </>
    )
  },
  labels,
  Object.fromEntries(['Seen on', 'Next visit'].map((label) => [label, window.dateOf(window.old[label])])),
)
