import { Group, Select, Stack, Text, TextInput } from '@mantine/core'
import type { CountryCode } from 'libphonenumber-js/max'
import { type ReactNode, type Ref, useMemo, useState } from 'react'
import { phone } from '../../../lib/contracts/phone.ts'
import { Flag } from './flag.tsx'
import classes from './phone-input.module.css'
import {
  type CountryFilters,
  countriesFor,
  grouped,
  moveTo,
  type PhoneValue,
  passes,
  readPhone,
} from './phone-rules.ts'

interface PhoneInputProps {
  label?: string
  filters?: CountryFilters
  /** The number that the input contains at the beginning. */
  initial?: string
  onChange: (value: PhoneValue) => void
  inputRef?: Ref<HTMLInputElement>
}

const first: CountryCode = 'US'
const noFilters: CountryFilters = {}

/**
 * Input for a phone number, with a list to choose its country (product 2.35, 5.12). The input adds the leading plus.
 * Typing a calling code changes the country, and choosing a country changes the calling code.
 */
export function PhoneInput({
  label = 'Phone number',
  filters = noFilters,
  initial = '',
  onChange,
  inputRef,
}: PhoneInputProps) {
  const countries = useMemo(() => countriesFor(filters), [filters])
  const [country, setCountry] = useState<CountryCode | null>(() => {
    const usual = passes(first, filters) ? first : (countries[0]?.code ?? null)
    return initial === '' ? usual : readPhone(initial, usual, filters).country
  })
  const [typed, setTyped] = useState(grouped(initial))
  const [left, setLeft] = useState(false)
  const [isListOpen, setIsListOpen] = useState(false)
  // Each typed digit draws the list again, also while it is closed. Drawing 245 flags takes longer than typing.
  const offered = isListOpen ? countries : countries.filter(({ code }) => code === country)
  const problem = left && typed !== '' ? phone.safeParse(typed).error?.issues[0]?.message : undefined

  function read(text: string, chosen: CountryCode | null, isEditingInside = false) {
    const { shown, country: found, value } = readPhone(text, chosen, filters)
    // If the user edits in the middle of the number, show the text as it was typed. The number with new digit groups
    // would move the cursor to the end.
    setTyped(isEditingInside ? text : shown)
    // If the user deletes all digits, the country stays chosen. A complete national number that is pasted next gets the
    // calling code of this country.
    if (value.number.length > 1) setCountry(found)
    onChange(value)
  }

  return (
    <Stack gap="xs">
      <Select
        label="Country"
        data={offered.map(({ code, name, callingCode }) => ({ value: code, label: `${name} +${callingCode}` }))}
        value={country}
        onChange={(code) => {
          const chosen = countries.find((one) => one.code === code)?.code
          if (chosen === undefined) return
          setCountry(chosen)
          read(moveTo(typed, country, chosen), chosen)
        }}
        renderOption={({ option: { value, label: name } }): ReactNode => (
          <Group gap="xs" wrap="nowrap">
            <Flag country={countries.find(({ code }) => code === value)?.code ?? null} />
            <Text inherit>{name}</Text>
          </Group>
        )}
        leftSection={<Flag country={country} />}
        leftSectionWidth={46}
        leftSectionPointerEvents="none"
        placeholder="Choose a country"
        nothingFoundMessage="No country fits."
        allowDeselect={false}
        searchable
        withScrollArea={false}
        classNames={{ options: classes.options }}
        // Render the list inside the form. Elsewhere on the page, the list would be outside of every landmark, which is
        // an accessibility error.
        comboboxProps={{ withinPortal: false }}
        onDropdownOpen={() => setIsListOpen(true)}
        onDropdownClose={() => setIsListOpen(false)}
        autoComplete="off"
      />
      <TextInput
        ref={inputRef}
        label={label}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+1 202 555 0123"
        value={typed}
        error={problem}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          setLeft(false)
          read(value, country, selectionStart !== null && selectionStart < value.length)
        }}
        onBlur={() => {
          setLeft(true)
          read(typed, country)
        }}
        required
        withAsterisk={false}
      />
    </Stack>
  )
}
