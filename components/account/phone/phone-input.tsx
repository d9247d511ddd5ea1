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

const defaultCountry: CountryCode = 'US'
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
    const usual = passes(defaultCountry, filters) ? defaultCountry : (countries[0]?.code ?? null)
    return initial === '' ? usual : readPhone(initial, usual, filters).country
  })
  const [inputText, setInputText] = useState(grouped(initial))
  const [hasLeft, setLeft] = useState(false)
  const [isListOpen, setIsListOpen] = useState(false)
  // Each typed digit draws the list again, also while it is closed. Drawing 245 flags takes longer than typing.
  const countryOptions = isListOpen ? countries : countries.filter(({ code }) => code === country)
  const problem = hasLeft && inputText !== '' ? phone.safeParse(inputText).error?.issues[0]?.message : undefined

  function read(text: string, choice: CountryCode | null, isEditingInside = false) {
    const { shown: displayText, country: countryOfNumber, value } = readPhone(text, choice, filters)
    // If the user edits in the middle of the number, show the text as it was typed. The number with new digit groups
    // would move the cursor to the end.
    setInputText(isEditingInside ? text : displayText)
    // If the user deletes all digits, the country stays chosen. A complete national number that is pasted next gets the
    // calling code of this country.
    if (value.number.length > 1) setCountry(countryOfNumber)
    onChange(value)
  }

  return (
    <Stack gap="xs">
      <Select
        label="Country"
        data={countryOptions.map(({ code, name, callingCode }) => ({ value: code, label: `${name} +${callingCode}` }))}
        value={country}
        onChange={(code) => {
          const countryCode = countries.find((one) => one.code === code)?.code
          if (countryCode === undefined) return
          setCountry(countryCode)
          read(moveTo(inputText, country, countryCode), countryCode)
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
        value={inputText}
        error={problem}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          setLeft(false)
          read(value, country, selectionStart !== null && selectionStart < value.length)
        }}
        onBlur={() => {
          setLeft(true)
          read(inputText, country)
        }}
        required
        withAsterisk={false}
      />
    </Stack>
  )
}
