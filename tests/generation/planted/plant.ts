import { type Answer, doubtsOf, type Mark, type MarkKind, readSessions, type TextSession } from './read.ts'

/** The kinds of errors that the check must find, and the marks in which each kind is planted. */
export const plantedKinds = {
  dose: ['d'],
  number: ['n'],
  date: ['day', 'w', 'mon', 'y', 'iso'],
  medicine: ['m'],
  name: ['p'],
} as const satisfies Record<string, readonly MarkKind[]>
export type PlantedKind = keyof typeof plantedKinds

export const plantedLanguages = ['en', 'es', 'de', 'fr', 'pt', 'it', 'ja', 'zh', 'ar'] as const
type Language = (typeof plantedLanguages)[number]

const words = (text: string): string[] => text.split(' ')

/** Medicines and names that no session contains. Some of the names are also words of the language. */
const others: Record<Language, { medicines: string[]; names: string[] }> = {
  en: {
    medicines: words('losartan citalopram olanzapine hydroxyzine gabapentin pravastatin'),
    names: words('Roberta Dawn Felix Sunny Thornton'),
  },
  es: {
    medicines: words('losartán citalopram olanzapina hidroxizina gabapentina pravastatina'),
    names: words('Hija Gonzalo Mercedes Rufina Paz'),
  },
  de: {
    medicines: words('Losartan Citalopram Olanzapin Hydroxyzin Gabapentin Pravastatin'),
    names: words('Ulrike Rosa Konrad Herzog Jäger'),
  },
  fr: {
    medicines: words('losartan citalopram olanzapine hydroxyzine gabapentine pravastatine'),
    names: words('Zoé Constant Gaspard Marguerite Olive'),
  },
  pt: {
    medicines: words('losartana citalopram olanzapina hidroxizina gabapentina pravastatina'),
    names: words('Rui Pureza Henrique Margarida Paz'),
  },
  it: {
    medicines: words('losartan citalopram olanzapina idroxizina gabapentin pravastatina'),
    names: words('Zoe Felice Corrado Margherita Pace'),
  },
  ja: {
    medicines: words('ロサルタン シタロプラム オランザピン ヒドロキシジン ガバペンチン プラバスタチン'),
    names: words('明 花子 渡辺 大輔 空'),
  },
  zh: {
    medicines: words('氯沙坦 西酞普兰 奥氮平 羟嗪 加巴喷丁 普伐他汀'),
    names: words('孙丽 美玲 高志远 吴桐 春花'),
  },
  ar: {
    medicines: words('لوسارتان سيتالوبرام أولانزابين هيدروكسيزين غابابنتين برافاستاتين'),
    names: words('رانيا طارق منى وليد جمال'),
  },
}

const decimal = (text: string): string => (text.includes(',') ? ',' : '.')
const numberOf = (text: string): number => Number(text.replace(',', '.'))
const inDigits = (value: number, like: string): string => String(value).replace('.', decimal(like))

const swapped = (text: string): string => text.replace(/(\d)(\d)(?=\D*$)/, '$2$1')
const isoDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const names = (language: string, part: 'weekday' | 'month', style: 'long' | 'short' = 'long'): string[] => {
  const format = new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' })
  const days = Array.from({ length: part === 'month' ? 12 : 7 }, (_, at) =>
    part === 'month' ? Date.UTC(2026, at, 15) : Date.UTC(2026, 0, 4 + at),
  )
  return days.map((day) => format.format(day))
}

/** Returns a weekday or month that is `by` places after `text`, in the same spelling. */
function moved(text: string, language: string, part: 'weekday' | 'month', by: number): string[] {
  return (['long', 'short'] as const).flatMap((style) => {
    const all = names(language, part, style)
    const at = all.findIndex((one) => one.toLowerCase() === text.toLowerCase())
    return at < 0 ? [] : [all[(at + by) % all.length] ?? text]
  })
}

/** Returns the wrong texts for a mark. */
function wrong({ kind, text }: Mark, language: Language): string[] {
  switch (kind) {
    case 'd':
      return [inDigits(numberOf(text) * 2, text), inDigits(numberOf(text) * 10, text), swapped(text)]
    case 'n':
      return [inDigits(numberOf(text) + 4, text), inDigits(numberOf(text) + 17, text), swapped(text)]
    case 'day':
      return [7, 1].map((days) => String(Number(text) + days > 28 ? Number(text) - days : Number(text) + days))
    case 'y':
      return [1, -3].map((years) => String(Number(text) + years))
    case 'w':
      return moved(text, language, 'weekday', 2).slice(0, 1)
    case 'mon':
      return moved(text, language, 'month', 2).slice(0, 1)
    case 'iso':
      return [
        isoDay(text, 7),
        isoDay(text, -7),
        isoDay(text, 1),
        text.replace(/^\d+/, (year) => String(Number(year) + 1)),
      ]
    case 'm':
      return others[language].medicines
    case 'p':
      return others[language].names
  }
}

const capitalLike = (fresh: string, old: string): string =>
  /^\p{Lu}/u.test(old) ? fresh.charAt(0).toUpperCase() + fresh.slice(1) : fresh

/** A value with one planted error. `isSaidElsewhere`: the session contains the wrong text about something else. */
export interface Planted {
  kind: PlantedKind
  session: TextSession
  answer: Answer
  old: string
  fresh: string
  value: string
  isSaidElsewhere: boolean
}

function plantIn(session: TextSession, answer: Answer): Planted[] {
  const [text = ''] = answer.value
  const known = new Set(session.answers.flatMap(({ marks }) => marks.map((mark) => mark.text)))
  return answer.marks.flatMap((mark) => {
    const kind = (Object.keys(plantedKinds) as PlantedKind[]).find((one) =>
      (plantedKinds[one] as readonly MarkKind[]).includes(mark.kind),
    )
    if (kind === undefined) return []
    const fresh = wrong(mark, session.language as Language).map((one) => capitalLike(one, mark.text))
    return [...new Set(fresh)]
      .filter((one) => one !== mark.text && !/^0\d/.test(one) && numberOf(one) !== numberOf(mark.text))
      .map((one) => ({
        kind,
        session,
        answer,
        old: mark.text,
        fresh: one,
        value: text.slice(0, mark.start) + one + text.slice(mark.start + mark.text.length),
        isSaidElsewhere: known.has(one),
      }))
  })
}

/** Returns every planted error of the sessions. */
export const plantAll = (sessions: readonly TextSession[]): Planted[] =>
  sessions.flatMap((session) => session.answers.flatMap((answer) => plantIn(session, answer)))

/** True if the error causes a flag that the correct value does not have. */
export function isCaught({ session, answer, value }: Planted): boolean {
  const before = doubtsOf(session, answer, answer.value).map(({ text, reason }) => `${text} ${reason}`)
  return doubtsOf(session, answer, [value]).some(({ text, reason }) => !before.includes(`${text} ${reason}`))
}

/**
 * Returns, for a language, the flagged correct answers, and the planted errors of each kind that are caught and missed.
 * Errors whose wrong text the session contains about something else are counted apart, as `elsewhere`.
 */
export function measurePlanted(language: Language, part: 'all' | 'heldOut' | 'read') {
  const sessions = readSessions('planted', language).filter(
    ({ isHeldOut }) => part === 'all' || isHeldOut === (part === 'heldOut'),
  )
  const answers = sessions.flatMap((session) => session.answers.map((answer) => ({ session, answer })))
  const judged = plantAll(sessions).map((planted) => ({ ...planted, caught: isCaught(planted) }))
  const tally = (of: typeof judged) => ({
    planted: of.length,
    caught: of.filter(({ caught }) => caught).length,
    missed: of.filter(({ caught }) => !caught).map(({ old, value }) => `${old} → ${value}`),
  })
  return {
    answers: answers.length,
    flagged: answers.flatMap(({ session, answer }) =>
      doubtsOf(session, answer, answer.value).map(
        ({ text, reason }) => `${answer.value.join(' ')} → ${text}: ${reason}`,
      ),
    ),
    kinds: Object.fromEntries(
      (Object.keys(plantedKinds) as PlantedKind[]).map((kind) => [
        kind,
        tally(judged.filter((one) => one.kind === kind && !one.isSaidElsewhere)),
      ]),
    ) as Record<PlantedKind, ReturnType<typeof tally>>,
    elsewhere: tally(judged.filter(({ isSaidElsewhere }) => isSaidElsewhere)),
  }
}
