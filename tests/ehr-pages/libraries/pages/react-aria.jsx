import { parseDate } from '@internationalized/date'
import {
  Button,
  Checkbox,
  ComboBox,
  DateField,
  DateInput,
  DateSegment,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  NumberField,
  Popover,
  Radio,
  RadioGroup,
  Select,
  SelectValue,
  Switch,
  TextArea,
  TextField,
} from 'react-aria-components'
import { mount } from './form.jsx'

const labels = ['Substance', 'Pharmacy', 'Affect', 'Consent on file', 'Interpreter needed', 'Dose', 'Seen on', 'Plan']
const List = ({ label }) => (
  <Popover>
    <ListBox>
      {window.options[label].map((each) => (
        <ListBoxItem key={each} id={each}>
          {each}
        </ListBoxItem>
      ))}
    </ListBox>
  </Popover>
)
mount(
  ({ values, put }) => (
    <>
      <Select name="substance" selectedKey={values.Substance || null} onSelectionChange={put('Substance')}>
        <Label>Substance</Label>
        <Button>
          <SelectValue />
        </Button>
        <List label="Substance" />
      </Select>
      <ComboBox name="pharmacy" selectedKey={values.Pharmacy || null} onSelectionChange={put('Pharmacy')}>
        <Label>Pharmacy</Label>
        <Input />
        <Button>v</Button>
        <List label="Pharmacy" />
      </ComboBox>
      <RadioGroup name="affect" value={values.Affect || null} onChange={put('Affect')}>
        <Label>Affect</Label>
        {window.options.Affect.map((each) => (
          <Radio key={each} value={each}>
            {each}
          </Radio>
        ))}
      </RadioGroup>
      <Checkbox isSelected={values['Consent on file']} onChange={put('Consent on file')}>
        Consent on file
      </Checkbox>
      <Switch isSelected={values['Interpreter needed']} onChange={put('Interpreter needed')}>
        Interpreter needed
      </Switch>
      <NumberField
        value={values.Dose ?? Number.NaN}
        onChange={(value) => put('Dose')(Number.isNaN(value) ? null : value)}
      >
        <Label>Dose</Label>
        <Input />
      </NumberField>
      <DateField name="seen-on" value={values['Seen on']} onChange={put('Seen on')}>
        <Label>Seen on</Label>
        <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
      </DateField>
      <TextField name="plan" value={values.Plan} onChange={put('Plan')}>
        <Label>Plan</Label>
        <TextArea />
      </TextField>
    </>
  ),
  labels,
  { 'Seen on': window.old['Seen on'] ? parseDate(window.old['Seen on']) : null },
)
