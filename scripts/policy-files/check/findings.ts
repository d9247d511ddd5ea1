import type { Place } from './json.ts'

export interface Finding {
  file: string
  /** Null: the finding concerns the whole file. */
  place: Place | null
  message: string
  /** False: the file can be used, but something could not be checked. */
  isError: boolean
}

export const errorIn = (file: string, place: Place | null, message: string): Finding => ({
  file,
  place,
  message,
  isError: true,
})

export const printed = ({ file, place, message, isError }: Finding): string =>
  `${file}${place === null ? '' : `:${place.line}:${place.column}`}: ${isError ? '' : 'Not checked: '}${message}`
