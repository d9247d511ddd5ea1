import { onceFor } from '../once.ts'
import { beside } from '../reading/date-words.ts'
import type { Figure } from '../reading/figures.ts'
import { lexiconsOf } from '../reading/languages/index.ts'
import type { Lexicon } from '../reading/languages/lexicon.ts'

/** Longest distance, in characters, between the words that take a value back and the value before and after them. */
const beforeMax = 60
const afterMax = 30

const patternsOf = onceFor((lexicon: Lexicon) => {
  const apart = (source: string) => `(?<![\\p{Script=Latin}])(?:${source})(?![\\p{Script=Latin}])`
  return {
    takenBack: new RegExp(apart(lexicon.takenBack), 'giu'),
    no: new RegExp(`^\\s*(?:${lexicon.no})(?![\\p{Script=Latin}])`, 'iu'),
  }
})

const unitAfter = (text: string, { end }: Figure): string =>
  /^[\s-]?(\p{L}{1,12}|%)/u.exec(text.slice(end, end + 14))?.[1]?.toLowerCase() ?? ''

const mayReplace = (a: string, b: string): boolean => {
  const [first, second] = [a, b].map(
    (unit) => /^(?:m[gc]?|mi[lc]|unid|einh|unit|μ|ミリ|毫|ملغ|h|st|ho|or|w|s[ei]m)/u.exec(unit)?.[0],
  )
  return first === undefined || second === undefined || first === second
}

interface Words {
  text: string
  figures: readonly Figure[]
  languages: ReadonlySet<string>
}

/** "One fifty. No wait, it was one twenty-five." takes back 150. */
export function takenBackIn({ text, figures, languages }: Words, answer: Words | null): ReadonlySet<number> {
  const lexicons = lexiconsOf(languages)
  const back = new Set<Figure>()
  for (const lexicon of lexicons)
    for (const { index, 0: words } of text.matchAll(patternsOf(lexicon).takenBack)) {
      const end = index + words.length
      const before = beside(figures, index, 'before')
      const after = beside(figures, end, 'after')
      if (before === undefined || after === undefined) continue
      if (index - before.end > beforeMax || after.start - end > afterMax) continue
      if (/[?？]/.test(text.slice(before.end, index))) continue
      if (mayReplace(unitAfter(text, before), unitAfter(text, after))) back.add(before)
    }
  if (answer !== null && /(?:[?？]|ですね[。？]?|ますね[。？]?|right[.?]?)\s*$/i.test(text)) {
    const isDenied = lexiconsOf(answer.languages).some((lexicon) => patternsOf(lexicon).no.test(answer.text))
    const last = figures.at(-1)
    const other = answer.figures[0]
    if (isDenied && last !== undefined && other !== undefined && other.start < 80) {
      const isSame = other.values.some((value) => last.values.includes(value))
      const isClose = text.length - last.end < 40
      if (!isSame && isClose && mayReplace(unitAfter(text, last), unitAfter(answer.text, other))) back.add(last)
    }
  }
  const kept = new Set(figures.filter((one) => !back.has(one)).flatMap(({ values }) => values))
  return new Set([...back].flatMap(({ values }) => values).filter((value) => !kept.has(value)))
}
