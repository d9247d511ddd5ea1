import { doubtsOf, languageSessions, withWrongDigits } from '../../generation/languages/languages.ts'
import { seeded } from '../../generation/lies/random.ts'
import { cliniciansText, type Doubted, type HumanFigures } from '../clinicians/measure.ts'
import { errorKinds } from '../clinicians/plant.ts'
import type { DataPart } from '../clinicians/values.ts'

/** Number of flagged values that are selected at random, so that a person can read and judge them. */
const drawn = 100

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10)

const told = ({ value, flags }: Doubted) => ({
  id: value.id,
  field: value.field.name,
  text: value.text,
  flags: flags.map(({ severity, text, reason }) => `${severity} ${text}: ${reason}`),
  quotes: value.evidence.map(({ turn, quote }) => `[${turn}] ${quote}`),
})

function figuresOf({ values, doubted, planted }: HumanFigures, faults: boolean) {
  const grave = doubted.filter(({ flags }) => flags.some(({ severity }) => severity === 3))
  return {
    values,
    flagged: doubted.length,
    flaggedPercent: percent(doubted.length, values),
    severity3: grave.length,
    severity3Percent: percent(grave.length, values),
    planted: Object.fromEntries(
      errorKinds.map((kind) => {
        const { all, coincident, mayBeTrue } = planted[kind]
        const { missed, ...tally } = all
        const percents = { percent: percent(all.caught, all.planted), coincident, mayBeTrue }
        return [kind, { ...tally, ...percents, ...(faults ? { missed } : {}) }]
      }),
    ),
  }
}

function languageFigures() {
  return Object.fromEntries(
    languageSessions.map((session) => {
      const wrong = session.answers.flatMap((answer) => withWrongDigits(answer).map((value) => ({ answer, value })))
      return [
        session.language,
        {
          answers: session.answers.length,
          falseFlags: session.answers.filter((answer) => doubtsOf(session, answer, answer.value).length > 0).length,
          wrongDigits: wrong.length,
          caught: wrong.filter(({ answer, value }) => doubtsOf(session, answer, value).length > 0).length,
        },
      ]
    }),
  )
}

/**
 * Measures the server's check, which flags values that the transcript does not support. Counts flagged values of
 * clinicians, which are probably correct, and planted errors that are flagged. `data` is the folder of the public data
 * sets. `part` selects the sets that are used. With `faults`, also returns 100 flagged values selected at random and
 * the planted errors that were missed.
 */
export function checkFigures(data: string, part: DataPart, faults: boolean) {
  const human = cliniciansText(data, part)
  const random = seeded(1124)
  const all = human.doubted.map((doubted) => ({ doubted, at: random.next() })).sort((a, b) => a.at - b.at)
  return {
    human: figuresOf(human, faults),
    languages: languageFigures(),
    ...(faults ? { drawn: all.slice(0, drawn).map(({ doubted }) => told(doubted)) } : {}),
  }
}

/** Returns the figures as rows of a table. `limit` is the required result, or empty if no result is required. */
export function checkRows({ human, languages }: ReturnType<typeof checkFigures>) {
  const row = (measure: string, measured: string, limit: string) => ({ measure, measured, limit })
  const share = ({ caught, planted }: { caught: number; planted: number }) =>
    `${caught} of ${planted}: ${percent(caught, planted)} %`
  const sessions = Object.values(languages)
  const sum = (of: (one: (typeof sessions)[number]) => number) => sessions.reduce((all, one) => all + of(one), 0)
  return [
    row(
      'values of clinicians with severity 2 or 3',
      `${human.flagged} of ${human.values}: ${human.flaggedPercent} %`,
      '<= 5 %',
    ),
    row('values of clinicians with severity 3', `${human.severity3}: ${human.severity3Percent} %`, ''),
    ...errorKinds.flatMap((kind) => {
      const figures = human.planted[kind]
      if (figures === undefined) return []
      const isLimited = ['number', 'dose', 'date', 'name'].includes(kind)
      const all = row(`planted errors that are flagged: ${kind}`, share(figures), isLimited ? '>= 98 %' : '')
      const { coincident } = figures
      return coincident.planted === 0
        ? [all]
        : [all, row(`${kind}, of those whose wrong part was said about something else`, share(coincident), '')]
    }),
    row(
      'eight languages: correct answers with severity 2 or 3',
      `${sum(({ falseFlags }) => falseFlags)} of ${sum(({ answers }) => answers)}`,
      '0',
    ),
    row(
      'eight languages: wrong numbers that are flagged',
      `${sum(({ caught }) => caught)} of ${sum(({ wrongDigits }) => wrongDigits)}`,
      'all',
    ),
  ]
}
