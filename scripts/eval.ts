// `npm run eval -- --set SET --data FOLDER` measures the quality of generated notes. Values of SET:
// - `aci-bench-valid`, `mts-valid` or `examples`: measures the built-in writer with the conversations of this set.
// - `check`: measures the check of notes. It reads texts of clinicians, unchanged and with errors that the script
// inserts, and sessions in eight languages.
// - `check-unread`: like `check`, with texts that nobody looked at while the rules of the check were written.
// - `reviewer`: measures the review of notes. Without `--model`, a script answers in place of the reviewing model.
// - `prompt`: measures the tokens of the prompts of a note, and how many of them a provider finds in its cache.
// - `planted`: measures the check in nine languages, with errors that the script inserts into correct answers.
// - `lies`: makes one of five answers of a writer wrong, and measures how many wrong answers the check finds.
// - `closed`: prints all values of closed fields that the built-in writer gives, with the turns around them, for a person
// who judges them. `not-discussed` prints fields that it calls "not discussed", with their visits. `--half held` takes the
// visits that nobody read while the rules were written.
// - `essentials`: adds statements that no note may lose to visits, and counts those that no field and no omission quotes.
// - `readings`: prints 300 random statements of the built-in writer, which a person then judges. `--seed N` changes the
// selection.
// Standard output holds only JSON. Tables, and lists for a person who reads them, are on standard error.
// Other options:
// - `--model SLOT` measures a configured language model instead of the built-in writer or the script, and prints its
// cost.
// - `--faults`, with `check` or `check-unread`: also prints 100 flagged values, and the inserted errors that the check
// did not find.
// - `--seed N` changes what is drawn at random, and `--count N` how much.
// - `--visits N` uses only the first N conversations of the set. For `reviewer` it uses N errors of each kind.
import { Console } from 'node:console'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Spent } from '../lib/contracts/index.ts'
import { readConfig } from '../server/config.ts'
import { embeddedWriter, type TokenCount, type Writer } from '../server/generation/index.ts'
import { configuredModels } from '../server/services/models.ts'
import { spending } from '../server/services/reports/spending.ts'
import { chooseWriters, presentModels } from '../server/writers.ts'
import { checkFigures, checkRows } from '../tests/eval/measures/check.ts'
import { essentialsFigures, essentialsRows } from '../tests/eval/measures/essentials.ts'
import { evidence } from '../tests/eval/measures/evidence.ts'
import { faithful } from '../tests/eval/measures/faithful.ts'
import { filled } from '../tests/eval/measures/filled.ts'
import { liesFigures, liesRows } from '../tests/eval/measures/lies.ts'
import { negations } from '../tests/eval/measures/negations.ts'
import { nothingSaid } from '../tests/eval/measures/nothing-said.ts'
import { omissions } from '../tests/eval/measures/omissions.ts'
import { pace } from '../tests/eval/measures/pace.ts'
import { plantedFigures, plantedRows } from '../tests/eval/measures/planted.ts'
import { promptFigures, promptRows } from '../tests/eval/measures/prompt.ts'
import { reviewerFigures, reviewerRows } from '../tests/eval/measures/reviewer.ts'
import { rougeOfNotes } from '../tests/eval/measures/rouge.ts'
import { swapped } from '../tests/eval/measures/swapped.ts'
import { halves, toRead, toText } from '../tests/eval/reading-lists.ts'
import { drawStatements, toMarkdown } from '../tests/eval/readings.ts'
import { readSet, type SetName, setNames } from '../tests/eval/sets.ts'
import { measureModel, modelUse } from '../tests/eval/write-note.ts'

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'examples' },
    data: { type: 'string', default: 'data' },
    faults: { type: 'boolean', default: false },
    model: { type: 'string' },
    visits: { type: 'string' },
    seed: { type: 'string', default: '1' },
    half: { type: 'string', default: 'held' },
    count: { type: 'string', default: '120' },
  },
})
const report = new Console(process.stderr)

const isSet = (name: string): name is SetName => setNames.some((each) => each === name)

const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number'
    ? Math.round(value * 10) / 10
    : values.faults || !Array.isArray(value)
      ? value
      : short(value)
const short = (list: unknown[]): unknown => (list.some((item) => typeof item === 'string') ? `${list.length}` : list)

async function main(setName: SetName): Promise<void> {
  const visits = readSet(setName, resolve(values.data)).slice(0, most)
  const against = await filled(visits)
  const rouge = await rougeOfNotes(visits)
  const faithfulness = await faithful(visits)
  const quoted = await evidence(visits)
  const swap = await swapped(visits)
  const use = modelUse()
  // These measurements use no language model, so they are left out when a language model is measured.
  const ownFigures = use === null ? { apart: await negations(), left: omissions(), silence: await nothingSaid() } : null
  const time = use === null ? await pace(visits) : null
  console.log(
    JSON.stringify(
      {
        set: setName,
        visits: visits.length,
        filled: against,
        rouge,
        faithful: faithfulness,
        evidence: quoted,
        swapped: swap,
        ...(ownFigures === null
          ? {}
          : { negations: ownFigures.apart, omissions: ownFigures.left, silence: ownFigures.silence }),
        ...(time === null ? {} : { pace: time }),
        ...(use === null ? {} : { model: use }),
      },
      rounded,
      2,
    ),
  )
  const row = (measure: string, figure: string, limit: string) => ({ measure, figure, limit })
  const one = (value: number) => value.toFixed(1)
  // Returns the limit only if a language model is measured. The built-in writer copies extracts, and leaves a field
  // empty if it is not certain. So these limits are not required of the built-in writer.
  const ofModel = (limit: string) => (use === null ? '' : limit)
  report.error('')
  report.table([
    ...(against === null
      ? []
      : [
          row(`answered fields that are filled (${against.pairs})`, `${one(against.filled)} %`, ofModel('>= 75 %')),
          row('answered fields that are filled rightly', `${one(against.filledRightly)} %`, ofModel('>= 70 %')),
          row('fields not spoken of that are filled', `${against.invented} of ${against.ofNotDiscussed}`, '0'),
        ]),
    ...(rouge === null
      ? []
      : [
          row('ROUGE-1 of notes', one(rouge.note), setName.startsWith('aci-bench') ? ofModel('>= 40') : ''),
          row('ROUGE-1 of the conversation copied', one(rouge.transcriptCopied), ''),
          row("ROUGE-1 of another patient's note", one(rouge.anotherPatientsNote), ''),
        ]),
    row(`numbers, days, names that were said (${faithfulness.of})`, `${one(faithfulness.percent)} %`, '>= 99 %'),
    row(
      `values without a quote, quotes not in their turn (${quoted.values}, ${quoted.quotes})`,
      `${quoted.withoutEvidence}, ${quoted.notInTheirTurn}`,
      '0, 0',
    ),
    row(`sentences left when the words are another patient's (${swap.of})`, `${one(swap.percent)} %`, '<= 5 %'),
    ...(ownFigures === null
      ? []
      : [
          row(
            `denied kept apart from not discussed, yes or no (${ownFigures.apart.yesOrNo.of})`,
            `${one(ownFigures.apart.yesOrNo.percent)} %`,
            '',
          ),
          row(
            `denied kept apart from not discussed, text (${ownFigures.apart.text.of})`,
            `${one(ownFigures.apart.text.percent)} %`,
            '',
          ),
          row(
            `deleted facts the omissions name (${ownFigures.left.kept.deleted})`,
            `${one(ownFigures.left.kept.namedPercent)} %`,
            '>= 80 %',
          ),
          row('false alarms a note', one(ownFigures.left.kept.falseAlarmsPerNote), '<= 3'),
          row(
            `the same on unseen sessions (${ownFigures.left.unseen.deleted})`,
            `${one(ownFigures.left.unseen.namedPercent)} %, ${one(ownFigures.left.unseen.falseAlarmsPerNote)}`,
            '',
          ),
          row(
            'silent sessions without a note',
            `${Object.values(ownFigures.silence).filter((sentence) => sentence.startsWith('Nothing was said')).length} of ${Object.keys(ownFigures.silence).length}`,
            'all',
          ),
        ]),
    ...(time === null
      ? []
      : [
          row(
            `${time.words} words, ${time.fields} fields`,
            `${time.slowestMs} ms, heap ${time.heapGrowthMb} MB`,
            '<= 2000 ms',
          ),
        ]),
    ...(use === null ? [] : modelRows(use)),
  ])
}

const dollars = (spent: readonly Spent[]): string =>
  spent
    .map(({ costUsd }) => (costUsd === undefined ? 'not known: set the price of the model' : `$${costUsd.toFixed(4)}`))
    .join(', ')

function modelRows({ spent, notes, failed: failureCount }: NonNullable<ReturnType<typeof modelUse>>) {
  const row = (measure: string, figure: string, limit = '') => ({ measure, figure, limit })
  return [
    row(`notes written by ${spent.map(({ model }) => model).join(', ')}`, String(notes)),
    row('notes that the model did not write', String(failureCount), '0'),
    ...spent.map(({ inputTokens, cachedInputTokens = 0, outputTokens }) =>
      row('tokens in, of these from the cache, and out', `${inputTokens}, ${cachedInputTokens}, ${outputTokens}`),
    ),
    row('cost', dollars(spent)),
  ]
}

/** Returns the writer of a model slot. If the slot has no model, throws an error that lists the slots with a model. */
async function writerOf(slot: string): Promise<Writer> {
  const config = readConfig(process.env)
  const models = await presentModels(config)
  if (!models.some((model) => String(model.slot) === slot)) {
    const present = models.map((model) => `${model.slot} (${model.name})`).join(', ')
    throw new Error(`No model is configured in slot ${slot}. ${present === '' ? 'None is.' : `There are: ${present}.`}`)
  }
  return chooseWriters(configuredModels(models), config)(Number(slot))
}

const modelWriter = values.model === undefined ? null : await writerOf(values.model)
const most = values.visits === undefined ? undefined : z.coerce.number().int().min(1).parse(values.visits)

const drawing = () => ({
  half: z.enum(halves).parse(values.half),
  seed: z.coerce.number().int().parse(values.seed),
  count: z.coerce.number().int().parse(values.count),
})

if (values.set === 'check' || values.set === 'check-unread') {
  const part = values.set === 'check' ? 'read' : 'unread'
  const figures = checkFigures(resolve(values.data), part, values.faults)
  console.log(JSON.stringify(figures, null, 2))
  report.error('')
  report.table(checkRows(figures))
} else if (values.set === 'reviewer') {
  const spent = spending(() => modelWriter ?? embeddedWriter)
  const given =
    modelWriter === null ? undefined : { writer: modelWriter, onUsage: (tokens: TokenCount) => spent.add(0, tokens) }
  const figures = await reviewerFigures(resolve(values.data), given, most)
  console.log(JSON.stringify({ ...figures, ...spent.told() }, null, 2))
  report.error('')
  report.table(reviewerRows(figures))
  if (modelWriter !== null) report.error(`Cost: ${dollars(spent.told().spent ?? [])}`)
} else if (values.set === 'prompt') {
  const figures = await promptFigures()
  console.log(JSON.stringify(figures, null, 2))
  report.error('')
  report.table(promptRows(figures))
} else if (values.set === 'planted') {
  const figures = plantedFigures()
  console.log(JSON.stringify(figures, null, 2))
  report.error('')
  report.table(plantedRows(figures))
} else if (values.set === 'lies') {
  const figures = await liesFigures()
  console.log(JSON.stringify(figures, null, 2))
  report.error('')
  report.table(liesRows(figures))
} else if (values.set === 'readings') {
  const sample = await drawStatements(resolve(values.data), z.coerce.number().int().parse(values.seed))
  console.log(JSON.stringify(sample, null, 2))
  report.error(toMarkdown(sample))
} else if (values.set === 'closed' || values.set === 'not-discussed') {
  const reading = await toRead(values.set, resolve(values.data), { ...drawing(), visits: most ?? 100 })
  console.log(JSON.stringify(reading, null, 2))
  report.error(toText(values.set, reading))
  report.error(`${reading.length} results to read.`)
} else if (values.set === 'essentials') {
  const figures = await essentialsFigures(resolve(values.data), { ...drawing(), visits: most ?? 60 })
  console.log(JSON.stringify(figures, null, 2))
  report.error('')
  report.table(essentialsRows(figures))
} else if (isSet(values.set)) {
  if (modelWriter !== null) measureModel(modelWriter)
  await main(values.set)
} else {
  report.error(
    `There is no set ${values.set}. There are: ${[...setNames, 'check', 'check-unread', 'planted', 'reviewer', 'prompt', 'lies', 'readings', 'closed', 'not-discussed', 'essentials'].join(', ')}.`,
  )
  process.exitCode = 2
}
