import type { ColorScheme } from './settings-port.ts'

/** The choices of the look, as both settings screens word them. */
export const colorSchemeWords: { value: ColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
