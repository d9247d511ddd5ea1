import type { ColorScheme } from './settings-port.ts'

/** The color schemes with their labels, as the panel and the settings page offer them. */
export const colorSchemeWords: { value: ColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
