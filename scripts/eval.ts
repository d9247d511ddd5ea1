// `npm run eval -- --set aci-bench-valid|mts-valid|examples --data FOLDER`: measures the quality of the built-in
// writer. `--set check` measures the check instead: clinicians' text, as it is and with planted errors, and sessions in
// eight languages. `--set reviewer` measures the way of a review by a second model, which is played by a script.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkFigures, checkRows } from '../tests/eval/measures/check.ts'
import { evidence } from '../tests/eval/measures/evidence.ts'
import { faithful } from '../tests/eval/measures/faithful.ts'
import { filled } from '../tests/eval/measures/filled.ts'
import { negations } from '../tests/eval/measures/negations.ts'
import { nothingSaid } from '../tests/eval/measures/nothing-said.ts'
import { omissions } from '../tests/eval/measures/omissions.ts'
import { pace } from '../tests/eval/measures/pace.ts'
import { reviewerFigures, reviewerRows } from '../tests/eval/measures/reviewer.ts'
import { rougeOfNotes } from '../tests/eval/measures/rouge.ts'
import { swapped } from '../tests/eval/measures/swapped.ts'
import { readSet, type SetName, setNames } from '../tests/eval/sets.ts'

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'examples' },
    data: { type: 'string', default: 'data' },
    faults: { type: 'boolean', default: false },
  },
})
const isSet = (name: string): name is SetName => setNames.some((known) => known === name)

const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number'
    ? Math.round(value * 10) / 10
    : values.faults || !Array.isArray(value)
      ? value
      : short(value)
const short = (list: unknown[]): unknown => (list.some((item) => typeof item === 'string') ? `${list.length}` : list)

/** Prints the measurements as JSON on standard output, and a short table of figures and limits on standard error. */
async function main(set: SetName): Promise<void> {
  const visits = readSet(set, resolve(values.data))
  const against = await filled(visits)
  const rouge = await rougeOfNotes(visits)
  const held = await faithful(visits)
  const quoted = await evidence(visits)
  const swap = await swapped(visits)
  const apart = await negations()
  const left = omissions()
  const silence = await nothingSaid()
  const time = await pace(visits)
  console.log(
    JSON.stringify(
      {
        set,
        visits: visits.length,
        filled: against,
        rouge,
        faithful: held,
        evidence: quoted,
        swapped: swap,
        negations: apart,
        omissions: left,
        silence,
        pace: time,
      },
      rounded,
      2,
    ),
  )
  const row = (measure: string, figure: string, limit: string) => ({ measure, figure, limit })
  const one = (value: number) => value.toFixed(1)
  console.error('')
  console.table([
    ...(against === null
      ? []
      : [
          row(`answered fields that are filled (${against.pairs})`, `${one(against.filled)} %`, '>= 75 %'),
          row('answered fields that are filled rightly', `${one(against.filledRightly)} %`, '>= 70 %'),
          row('fields not spoken of that are filled', `${against.invented} of ${against.ofNotDiscussed}`, '0'),
        ]),
    ...(rouge === null
      ? []
      : [
          row('ROUGE-1 of notes', one(rouge.note), set.startsWith('aci-bench') ? '>= 40' : ''),
          row('ROUGE-1 of the conversation copied', one(rouge.transcriptCopied), ''),
          row("ROUGE-1 of another patient's note", one(rouge.anotherPatientsNote), ''),
        ]),
    row(`numbers, days, names that were said (${held.of})`, `${one(held.percent)} %`, '>= 99 %'),
    row(
      `values without a quote, quotes not in their turn (${quoted.values}, ${quoted.quotes})`,
      `${quoted.withoutEvidence}, ${quoted.notInTheirTurn}`,
      '0, 0',
    ),
    row(`sentences left when the words are another patient's (${swap.of})`, `${one(swap.percent)} %`, '<= 5 %'),
    row(
      `denied kept apart from not discussed, yes or no (${apart.yesOrNo.of})`,
      `${one(apart.yesOrNo.percent)} %`,
      '>= 98 %',
    ),
    row(`denied kept apart from not discussed, text (${apart.text.of})`, `${one(apart.text.percent)} %`, ''),
    row(`deleted facts the omissions name (${left.kept.deleted})`, `${one(left.kept.namedPercent)} %`, '>= 80 %'),
    row('false alarms a note', one(left.kept.falseAlarmsPerNote), '<= 3'),
    row(
      `the same on unseen sessions (${left.unseen.deleted})`,
      `${one(left.unseen.namedPercent)} %, ${one(left.unseen.falseAlarmsPerNote)}`,
      '',
    ),
    row(
      'silent sessions without a note',
      `${Object.values(silence).filter((sentence) => sentence.startsWith('Nothing was said')).length} of ${Object.keys(silence).length}`,
      'all',
    ),
    row(
      `${time.words} words, ${time.fields} fields`,
      `${time.slowestMs} ms, heap ${time.heapGrowthMb} MB`,
      '<= 2000 ms',
    ),
  ])
}

if (values.set === 'check') {
  const figures = checkFigures(resolve(values.data), values.faults)
  console.log(JSON.stringify(figures, null, 2))
  console.error('')
  console.table(checkRows(figures))
} else if (values.set === 'reviewer') {
  const figures = await reviewerFigures(resolve(values.data))
  console.log(JSON.stringify(figures, null, 2))
  console.error('')
  console.table(reviewerRows(figures))
} else if (isSet(values.set)) await main(values.set)
else {
  console.error(`There is no set ${values.set}. There are: ${[...setNames, 'check', 'reviewer'].join(', ')}.`)
  process.exitCode = 2
}
