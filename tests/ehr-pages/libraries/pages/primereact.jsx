import { AutoComplete } from 'primereact/autocomplete'
import { Calendar } from 'primereact/calendar'
import { Checkbox } from 'primereact/checkbox'
import { Dropdown } from 'primereact/dropdown'
import { InputNumber } from 'primereact/inputnumber'
import { InputSwitch } from 'primereact/inputswitch'
import { InputTextarea } from 'primereact/inputtextarea'
import { MultiSelect } from 'primereact/multiselect'
import { RadioButton } from 'primereact/radiobutton'
import 'primereact/resources/themes/lara-light-blue/theme.css'
import { mount } from './form.jsx'

const labels = [
  'Substance',
  'Goals',
  'Pharmacy',
  'Affect',
  'Consent on file',
  'Interpreter needed',
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
      inputId: window.nameOf(label),
      name: window.nameOf(label),
      value: values[label],
      onChange: ({ value }) => put(label)(value),
    })
    const date = (label, dateFormat) => (
      <Field label={label}>
        <Calendar {...bound(label)} dateFormat={dateFormat} />
      </Field>
    )
    return (
      <>
        <Field label="Substance">
          <Dropdown {...bound('Substance')} options={window.options.Substance} />
        </Field>
        <Field label="Goals">
          <MultiSelect {...bound('Goals')} options={window.options.Goals} display="chip" />
        </Field>
        <Field label="Pharmacy">
          <AutoComplete
            {...bound('Pharmacy')}
            forceSelection
            suggestions={window.options.Pharmacy}
            completeMethod={() => {}}
          />
        </Field>
        <fieldset>
          <legend>Affect</legend>
          {window.options.Affect.map((each) => (
            <span key={each}>
              <RadioButton
                inputId={each}
                name="affect"
                value={each}
                checked={values.Affect === each}
                onChange={({ value }) => put('Affect')(value)}
              />
              <label htmlFor={each}>{each}</label>
            </span>
          ))}
        </fieldset>
        <Field label="Consent on file">
          <Checkbox
            inputId="consent-on-file"
            checked={values['Consent on file']}
            onChange={({ checked }) => put('Consent on file')(checked)}
          />
        </Field>
        <Field label="Interpreter needed">
          <InputSwitch
            inputId="interpreter-needed"
            checked={values['Interpreter needed']}
            onChange={({ value }) => put('Interpreter needed')(value)}
          />
        </Field>
        <Field label="Dose">
          <InputNumber
            {...bound('Dose')}
            suffix=" mg"
            onValueChange={({ value }) => put('Dose')(value)}
            onChange={undefined}
          />
        </Field>
        {date('Seen on', 'dd/mm/yy')}
        {date('Next visit', 'mm/dd/yy')}
        {date('Born on', 'yy-mm-dd')}
        <Field label="Plan">
          <InputTextarea id="plan" value={values.Plan} onChange={(event) => put('Plan')(event.target.value)} />
        </Field>
      </>
    )
  },
  labels,
  Object.fromEntries(['Seen on', 'Next visit', 'Born on'].map((label) => [label, window.dateOf(window.old[label])])),
)
