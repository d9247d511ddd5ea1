import { MultiSelect, Stack, Text } from '@mantine/core'
import { continents, type DirectorySettings, type PhoneCountries } from '../../lib/contracts/index.ts'
import { countryCodes } from '../account/phone/continents.ts'
import { Card } from '../ui/card.tsx'

const names = new Intl.DisplayNames(['en'], { type: 'region' })
const countryOptions = countryCodes
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .sort((one, two) => one.label.localeCompare(two.label, 'en'))
const continentWords: Record<(typeof continents)[number], string> = {
  africa: 'Africa',
  antarctica: 'Antarctica',
  asia: 'Asia',
  europe: 'Europe',
  'north-america': 'North America',
  oceania: 'Oceania',
  'south-america': 'South America',
}

interface PhoneSettingsProps {
  countries: DirectorySettings['phoneCountries']
  onCountries: (countries: DirectorySettings['phoneCountries']) => void
}

/** Restricts the countries of the members' phone numbers (product 5.12). */
export function PhoneSettings({ countries = {}, onCountries }: PhoneSettingsProps) {
  const set = (part: keyof PhoneCountries) => (values: string[]) => {
    const { [part]: _, ...others } = countries
    const changed = { ...others, ...(values.length === 0 ? {} : { [part]: values }) } as PhoneCountries
    onCountries(Object.keys(changed).length === 0 ? undefined : changed)
  }
  const select = (part: keyof PhoneCountries, label: string, data: { value: string; label: string }[]) => (
    <MultiSelect
      label={label}
      data={data}
      value={countries[part] ?? []}
      onChange={set(part)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      maxDropdownHeight={240}
    />
  )
  return (
    <Card>
      <Stack gap="sm">
        <Text component="h2" fw={650}>
          Phone numbers
        </Text>
        <Text size="sm" c="dimmed">
          From which countries members may add a phone number. If you select nothing, every country is allowed.
        </Text>
        {select(
          'continents',
          'Continents',
          continents.map((value) => ({ value, label: continentWords[value] })),
        )}
        {select('allowed', 'Allowed countries', countryOptions)}
        {select('excluded', 'Countries that are not allowed', countryOptions)}
      </Stack>
    </Card>
  )
}
