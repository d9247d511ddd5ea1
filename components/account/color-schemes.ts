import type { ColorScheme } from './settings-port.ts'

/** The color schemes with their labels, in the order in which they are offered. */
export const colorSchemeWords: { value: ColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
