import { doubtsOf, languageSessions, withWrongDigits } from '../../generation/languages/languages.ts'
import { seeded } from '../../generation/lies/random.ts'
import { cliniciansText, type Doubted, type HumanFigures } from '../clinicians/measure.ts'
import { errorKinds } from '../clinicians/plant.ts'

/** Number of flagged values that are drawn for reading by hand. */
const drawn = 100

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10)

const told = ({ value, flags }: Doubted) => ({
  id: value.id,
  heldOut: value.heldOut,
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
        const { planted: count, caught, missed } = planted[kind]
        return [kind, { planted: count, caught, percent: percent(caught, count), ...(faults ? { missed } : {}) }]
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
 * Measures the check of the server. With `faults`, also returns 100 flagged values drawn at random, for reading by hand,
 * and the planted errors that were missed.
 */
export function checkFigures(data: string, faults: boolean) {
  const { tuned, heldOut } = cliniciansText(data)
  const random = seeded(100)
  const all = [...tuned.doubted, ...heldOut.doubted]
    .map((doubted) => ({ doubted, at: random.next() }))
    .sort((a, b) => a.at - b.at)
  return {
    tuned: figuresOf(tuned, faults),
    heldOut: figuresOf(heldOut, faults),
    languages: languageFigures(),
    ...(faults ? { drawn: all.slice(0, drawn).map(({ doubted }) => told(doubted)) } : {}),
  }
}

/** The figures with their limits, as rows of a table. */
export function checkRows({ tuned, heldOut, languages }: ReturnType<typeof checkFigures>) {
  const row = (measure: string, limit: string, of: (figures: typeof tuned) => string) => ({
    measure,
    tuned: of(tuned),
    heldOut: of(heldOut),
    limit,
  })
  const sessions = Object.values(languages)
  const sum = (of: (one: (typeof sessions)[number]) => number) => sessions.reduce((all, one) => all + of(one), 0)
  return [
    row(
      'values of clinicians with severity 2 or 3',
      '<= 5 %',
      (one) => `${one.flagged} of ${one.values}: ${one.flaggedPercent} %`,
    ),
    row('values of clinicians with severity 3', '', (one) => `${one.severity3}: ${one.severity3Percent} %`),
    ...errorKinds.map((kind) =>
      row(
        `planted errors that are flagged: ${kind}`,
        ['number', 'dose', 'date', 'name'].includes(kind) ? '>= 98 %' : '',
        (one) => `${one.planted[kind]?.caught} of ${one.planted[kind]?.planted}: ${one.planted[kind]?.percent} %`,
      ),
    ),
    {
      measure: 'eight languages: correct answers with severity 2 or 3',
      tuned: `${sum(({ falseFlags }) => falseFlags)} of ${sum(({ answers }) => answers)}`,
      heldOut: '',
      limit: '0',
    },
    {
      measure: 'eight languages: wrong numbers that are flagged',
      tuned: `${sum(({ caught }) => caught)} of ${sum(({ wrongDigits }) => wrongDigits)}`,
      heldOut: '',
      limit: 'all',
    },
  ]
}
