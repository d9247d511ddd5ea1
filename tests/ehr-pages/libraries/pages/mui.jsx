import {
  Autocomplete,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormLabel,
  InputLabel,
  MenuItem,
  Radio,
  RadioGroup,
  Select,
  Switch,
  TextField,
} from '@mui/material'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import dayjs from 'dayjs'
import { mount } from './form.jsx'

const day = (label) => (window.old[label] ? dayjs(window.old[label]) : null)
const labels = [
  'Substance',
  'Goals',
  'Pharmacy',
  'Symptoms',
  'Affect',
  'Consent on file',
  'Interpreter needed',
  'Dose',
  'Seen on',
  'Next visit',
  'Born on',
  'Plan',
]
const targetOf = (put) => (event) => put(event.target.value)
const list = (label, values, put, isMultiple) => (
  <FormControl fullWidth margin="normal">
    <InputLabel id={`${label}-label`}>{label}</InputLabel>
    <Select
      labelId={`${label}-label`}
      label={label}
      name={window.nameOf(label)}
      multiple={isMultiple}
      value={values[label]}
      onChange={targetOf(put(label))}
    >
      {window.options[label].map((each) => (
        <MenuItem key={each} value={each}>
          {each}
        </MenuItem>
      ))}
    </Select>
  </FormControl>
)
mount(
  ({ values, put }) => (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      {list('Substance', values, put, false)}
      {list('Goals', values, put, true)}
      <Autocomplete
        options={window.options.Pharmacy}
        value={values.Pharmacy || null}
        onChange={(_, value) => put('Pharmacy')(value)}
        renderInput={(given) => <TextField {...given} label="Pharmacy" />}
      />
      <Autocomplete
        multiple
        options={window.options.Symptoms}
        value={values.Symptoms}
        onChange={(_, value) => put('Symptoms')(value)}
        renderInput={(given) => <TextField {...given} label="Symptoms" />}
      />
      <FormControl>
        <FormLabel id="affect">Affect</FormLabel>
        <RadioGroup aria-labelledby="affect" name="affect" value={values.Affect} onChange={targetOf(put('Affect'))}>
          {window.options.Affect.map((each) => (
            <FormControlLabel key={each} value={each} label={each} control={<Radio />} />
          ))}
        </RadioGroup>
      </FormControl>
      <FormControlLabel
        label="Consent on file"
        control={
          <Checkbox
            checked={values['Consent on file']}
            onChange={(event) => put('Consent on file')(event.target.checked)}
          />
        }
      />
      <FormControlLabel
        label="Interpreter needed"
        control={
          <Switch
            checked={values['Interpreter needed']}
            onChange={(event) => put('Interpreter needed')(event.target.checked)}
          />
        }
      />
      <TextField label="Dose" type="number" value={values.Dose ?? ''} onChange={targetOf(put('Dose'))} />
      <DatePicker
        label="Seen on"
        name="seen-on"
        format="DD/MM/YYYY"
        value={values['Seen on']}
        onChange={put('Seen on')}
      />
      <DatePicker
        label="Next visit"
        name="next-visit"
        format="MM/DD/YYYY"
        value={values['Next visit']}
        onChange={put('Next visit')}
      />
      <DatePicker
        label="Born on"
        name="born-on"
        format="YYYY-MM-DD"
        value={values['Born on']}
        onChange={put('Born on')}
      />
      <TextField label="Plan" multiline value={values.Plan} onChange={targetOf(put('Plan'))} />
    </LocalizationProvider>
  ),
  labels,
  { 'Seen on': day('Seen on'), 'Next visit': day('Next visit'), 'Born on': day('Born on') },
)
