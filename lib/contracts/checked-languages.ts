/**
 * The languages of notes, and whether the check of a note reads them: in these languages it finds nearly every wrong
 * dose, number, date, medicine and name (docs/generation.md). `tests/generation/planted-errors.test.ts` holds that.
 */
const isRead = {
  ar: true,
  bg: false,
  ca: false,
  cs: false,
  da: false,
  de: true,
  el: false,
  en: true,
  es: true,
  et: false,
  fi: false,
  fr: true,
  he: false,
  hi: false,
  hr: false,
  hu: false,
  id: false,
  it: true,
  ja: true,
  ko: false,
  lt: false,
  lv: false,
  ms: false,
  nl: false,
  no: false,
  pl: false,
  pt: true,
  ro: false,
  ru: false,
  sk: false,
  sl: false,
  sv: false,
  th: false,
  tr: false,
  uk: false,
  vi: false,
  zh: true,
} as const satisfies Record<string, boolean>

export const noteLanguages: readonly string[] = Object.keys(isRead)

export const checkedLanguages: readonly string[] = Object.entries(isRead).flatMap(([code, isChecked]) =>
  isChecked ? [code] : [],
)

const names = new Intl.DisplayNames('en', { type: 'language' })

/**
 * Returns the English name of a language code (product 14.1). `multi` is Spanish and English in one conversation. The
 * API also accepts codes that are not valid language codes. They are returned unchanged.
 */
export function languageName(code: string): string {
  if (code === 'multi') return 'Spanish and English'
  try {
    return names.of(code) ?? code
  } catch (error) {
    if (error instanceof RangeError) return code
    throw error
  }
}

export function uncheckedSentence(code: string): string | null {
  const [primary = ''] = code.toLowerCase().split(/[-_]/)
  return code === 'multi' || checkedLanguages.includes(primary)
    ? null
    : `Doses, numbers, dates, medicines and names are not checked in ${languageName(code)}. Read them yourself.`
}
