import type { ColorScheme } from './settings-port.ts'

/** The color schemes with their labels, for both settings screens. */
export const colorSchemeWords: { value: ColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
