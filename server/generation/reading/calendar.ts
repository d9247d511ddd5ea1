import { plainLetters } from './number-words.ts'

const calendarLanguages = ['en', 'es', 'de', 'fr', 'pt', 'it', 'nl', 'ar'] as const

const namesIn = (language: string, part: 'month' | 'weekday', count: number): string[] => {
  const format = new Intl.DateTimeFormat(language, { [part]: 'long', timeZone: 'UTC' })
  // 4 January 2026 is a Sunday, so index 0 is Sunday.
  const at = (index: number) => (part === 'month' ? Date.UTC(2026, index, 15) : Date.UTC(2026, 0, 4 + index))
  return Array.from({ length: count }, (_, index) => plainLetters(format.format(at(index))))
}

const otherNames: Record<string, [string, number][]> = {
  'de month': [
    ['janner', 0],
    ['feber', 1],
  ],
  'de weekday': [['sonnabend', 6]],
  'es month': [['setiembre', 8]],
  'ar month': [
    ['شباط', 1],
    ['اذار', 2],
    ['نيسان', 3],
    ['ايار', 4],
    ['حزيران', 5],
    ['تموز', 6],
    ['ايلول', 8],
  ],
}

const table = (language: string, part: 'month' | 'weekday', count: number): ReadonlyMap<string, number> =>
  new Map([
    ...namesIn(language, part, count).flatMap((name, index): [string, number][] => {
      // In spoken Portuguese, "segunda-feira" is often shortened to "segunda".
      const short =
        language === 'pt' && part === 'weekday' ? [[name.replace(/feira$/, ''), index] as [string, number]] : []
      return [[name, index], ...short]
    }),
    ...(otherNames[`${language} ${part}`] ?? []),
  ])

export const englishMonths: readonly string[] = namesIn('en', 'month', 12)

const monthTables = new Map(calendarLanguages.map((language) => [language as string, table(language, 'month', 12)]))
const weekdayTables = new Map(calendarLanguages.map((language) => [language as string, table(language, 'weekday', 7)]))

export const calendarWords = (language: string): string[] =>
  [monthTables, weekdayTables].flatMap((tables) => [...(tables.get(language)?.keys() ?? [])])

const inDate = (text: string, start: number, end: number): boolean =>
  /\b(?:in|of|last|this|since|until|next|on|by|early|late|mid|around)[ -]$/i.test(
    text.slice(Math.max(0, start - 12), start),
  ) ||
  /^,? (?:the |\d|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|ten|eleven|twel|thir|four|fif|six|seven|eigh|nine|twent|two)\w*\b)/i.test(
    text.slice(end, end + 20),
  )

/** A name of a month (0 to 11) or weekday (0, Sunday, to 6) in a text. */
export interface CalendarName {
  part: 'month' | 'weekday'
  index: number
  text: string
  start: number
}

const hanNumbers = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
const weekdaySigns = '日月火水木金土'
const eastern =
  /(?<![个箇かヶカケ\d])(1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?!間|经)|([日月火水木金土])曜日?|[(（]([日月火水木金土])[)）]|(?:星期|礼拜|禮拜|周)([一二三四五六日天])(?![次回个片杯瓶天]|小时)/g

const easternNames = (text: string): CalendarName[] =>
  [...text.matchAll(eastern)].map(
    ({ 0: match, index: start, 1: month, 2: day, 3: inBrackets, 4: chinese }): CalendarName => {
      if (month !== undefined) {
        const index = /\d/.test(month) ? Number(month) - 1 : hanNumbers.indexOf(month)
        return { part: 'month', index, text: match, start }
      }
      const sign = day ?? inBrackets
      const index =
        sign === undefined ? '日一二三四五六'.indexOf((chinese ?? '').replace('天', '日')) : weekdaySigns.indexOf(sign)
      return { part: 'weekday', index, text: match, start }
    },
  )

/** "May" and "march" are verbs too: they need a capital letter in a note (`isWritten`), and a date in speech. */
export function calendarNames(text: string, languages: ReadonlySet<string>, isWritten: boolean): CalendarName[] {
  const easternCalendarNames = languages.has('ja') || languages.has('zh') ? easternNames(text) : []
  return [
    ...easternCalendarNames,
    ...[...text.matchAll(/[\p{L}\p{M}]+(?:-feira)?/gu)].flatMap(({ 0: word, index: start }): CalendarName[] => {
      const plain = plainLetters(word)
      for (const language of languages) {
        if (isWritten && language === 'en' && !/^\p{Lu}/u.test(word)) continue
        if (
          !isWritten &&
          language === 'en' &&
          /^(?:may|march)$/i.test(word) &&
          !inDate(text, start, start + word.length)
        )
          continue
        // The plural "Mondays" and the Arabic article are removed, so that these forms match the table.
        const forms =
          language === 'en'
            ? [plain, plain.replace(/s$/, '')]
            : [plain, plain.replace(/^[وبل]?ال/, ''), plain.replace(/^[وبل]/, '')]
        for (const form of forms) {
          const month = monthTables.get(language)?.get(form)
          if (month !== undefined) return [{ part: 'month', index: month, text: word, start }]
          const weekday = weekdayTables.get(language)?.get(form)
          // In a Portuguese note, "segunda" and "quarta" also mean "second" and "fourth".
          if (
            weekday !== undefined &&
            !(isWritten && language === 'pt' && !plain.endsWith('feira') && weekday > 0 && weekday < 6)
          )
            return [{ part: 'weekday', index: weekday, text: word, start }]
        }
      }
      return []
    }),
  ]
}
