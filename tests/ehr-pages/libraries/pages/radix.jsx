import { Checkbox, RadioGroup, Select, Switch } from 'radix-ui'
import { mount } from './form.jsx'

const labels = ['Substance', 'Affect', 'Consent on file', 'Interpreter needed', 'Plan']
mount(
  ({ values, put }) => (
    <>
      <p>
        <label htmlFor="substance">Substance</label>{' '}
        <Select.Root name="substance" value={values.Substance} onValueChange={put('Substance')}>
          <Select.Trigger id="substance">
            <Select.Value placeholder="Choose" />
          </Select.Trigger>
          <Select.Portal>
            <Select.Content>
              <Select.Viewport>
                {window.options.Substance.map((each) => (
                  <Select.Item key={each} value={each}>
                    <Select.ItemText>{each}</Select.ItemText>
                  </Select.Item>
                ))}
              </Select.Viewport>
            </Select.Content>
          </Select.Portal>
        </Select.Root>
      </p>
      <div>
        <span id="affect">Affect</span>
        <RadioGroup.Root name="affect" aria-labelledby="affect" value={values.Affect} onValueChange={put('Affect')}>
          {window.options.Affect.map((each) => (
            <div key={each}>
              <RadioGroup.Item value={each} id={each}>
                <RadioGroup.Indicator />
              </RadioGroup.Item>
              <label htmlFor={each}>{each}</label>
            </div>
          ))}
        </RadioGroup.Root>
      </div>
      <p>
        <Checkbox.Root
          id="consent"
          name="consent-on-file"
          checked={values['Consent on file']}
          onCheckedChange={put('Consent on file')}
        >
          <Checkbox.Indicator>x</Checkbox.Indicator>
        </Checkbox.Root>{' '}
        <label htmlFor="consent">Consent on file</label>
      </p>
      <p>
        <label htmlFor="interpreter">Interpreter needed</label>{' '}
        <Switch.Root
          id="interpreter"
          name="interpreter-needed"
          checked={values['Interpreter needed']}
          onCheckedChange={put('Interpreter needed')}
        >
          <Switch.Thumb />
        </Switch.Root>
      </p>
      <p>
        <label>
          Plan <textarea name="plan" value={values.Plan} onChange={(event) => put('Plan')(event.target.value)} />
        </label>
      </p>
    </>
  ),
  labels,
)
