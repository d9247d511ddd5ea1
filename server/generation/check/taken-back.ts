import { onceFor } from '../once.ts'
import { beside } from '../reading/date-words.ts'
import type { Figure } from '../reading/figures.ts'
import { lexiconsOf } from '../reading/languages/index.ts'
import type { Lexicon } from '../reading/languages/lexicon.ts'

/** Longest distance, in characters, between the words that take a value back and the value before and after them. */
const beforeMax = 60
const afterMax = 30

const patternsOf = onceFor((lexicon: Lexicon) => {
  const wholeWord = (source: string) => `(?<![\\p{Script=Latin}])(?:${source})(?![\\p{Script=Latin}])`
  return {
    takenBack: new RegExp(wholeWord(lexicon.takenBack), 'giu'),
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
  const retractedFigures = new Set<Figure>()
  for (const lexicon of lexicons)
    for (const { index, 0: words } of text.matchAll(patternsOf(lexicon).takenBack)) {
      const end = index + words.length
      const figureBefore = beside(figures, index, 'before')
      const figureAfter = beside(figures, end, 'after')
      if (figureBefore === undefined || figureAfter === undefined) continue
      if (index - figureBefore.end > beforeMax || figureAfter.start - end > afterMax) continue
      if (/[?？]/.test(text.slice(figureBefore.end, index))) continue
      if (mayReplace(unitAfter(text, figureBefore), unitAfter(text, figureAfter))) retractedFigures.add(figureBefore)
    }
  if (answer !== null && /(?:[?？]|ですね[。？]?|ますね[。？]?|right[.?]?)\s*$/i.test(text)) {
    const isDenied = lexiconsOf(answer.languages).some((lexicon) => patternsOf(lexicon).no.test(answer.text))
    const last = figures.at(-1)
    const answerFigure = answer.figures[0]
    if (isDenied && last !== undefined && answerFigure !== undefined && answerFigure.start < 80) {
      const isSame = answerFigure.values.some((value) => last.values.includes(value))
      const isClose = text.length - last.end < 40
      if (!isSame && isClose && mayReplace(unitAfter(text, last), unitAfter(answer.text, answerFigure)))
        retractedFigures.add(last)
    }
  }
  const remainingValues = new Set(figures.filter((one) => !retractedFigures.has(one)).flatMap(({ values }) => values))
  return new Set([...retractedFigures].flatMap(({ values }) => values).filter((value) => !remainingValues.has(value)))
}
