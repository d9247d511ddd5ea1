// One file with the flags of all countries, about 200 KB. It is loaded when the first flag is shown.
import * as drawings from 'country-flag-icons/string/3x2'

export const flags: Readonly<Record<string, string>> = drawings
