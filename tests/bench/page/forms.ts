import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { labelSureEnough, type PageField, type PageReading } from '../../../lib/page/shapes.ts'

import { fold } from '../../../lib/page/words.ts'
import type { Figure } from '../../../scripts/bench.ts'
import type { PageRoom } from '../../../scripts/page-room.ts'

/**
 * The correct labels of a form, by control name, in the file `<form>.truth.json` beside `<form>.html`. There may be
 * several correct labels for a control. If `hideNames` is true, the control names contain the answers, so they are
 * replaced by meaningless names before the form is read.
 */
const truth = z.object({ hideNames: z.boolean().default(false), labels: z.record(z.string(), z.array(z.string())) })

/** Removes what does not distinguish labels: spaces, case, format hints and punctuation at the end. */
const plain = (label: string): string =>
  fold(label.replace(/\((?:yyyy-mm-dd|mm\/dd\/yyyy)\)/gi, '')).replace(/[\s:?.*]+$/, '')

/**
 * Returns true if the field's label is correct for this control. For a check box or radio button, an accepted label can
 * be the question with the answer, such as "Gender: Female", or only the answer.
 */
function isRight({ label, names, options, table }: PageField, name: string, accepted: string[]): boolean {
  const known = accepted.map(plain)
  if (known.includes(plain(label))) return true
  // If a whole table is one field, it is enough that one of the column headers is an accepted label.
  if (table) return table.headers.some((head) => known.includes(plain(head)))
  const option = names.length > 1 && names.length === options.length ? options[names.indexOf(name)] : undefined
  if (option === undefined) return false
  const whole = known.filter((each) => each.endsWith(`: ${plain(option)}`))
  return whole.length > 0 ? whole.includes(plain(`${label}: ${option}`)) : known.includes(plain(option))
}

/** The accepted labels of a form, and if its control names are replaced before it is read. */
export type Truth = z.infer<typeof truth>

/** The names of the forms in a folder that have a truth file. */
export const formsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.truth.json'))
    .map((file) => file.replace('.truth.json', ''))
    .sort()

export const truthOf = async (folder: string, form: string): Promise<Truth> =>
  truth.parse(JSON.parse(await readFile(join(folder, `${form}.truth.json`), 'utf8')))

interface Judged {
  name: string
  field: PageField
  right: boolean
}

/**
 * Checks the labels of the fields against the known labels of the controls. Leaves out labels that are not reliable,
 * and controls without a known label. If a control belongs to several fields, checks each field until one label is
 * correct. `before` gives the original name of each control that `hideNames` has renamed.
 */
export function judged(fields: PageField[], labels: Truth['labels'], before: Record<string, string>): Judged[] {
  const all: Judged[] = []
  const found = new Set<string>()
  for (const field of fields) {
    if (field.score < labelSureEnough) continue
    for (const each of field.names) {
      const name = before[each] ?? each
      const accepted = labels[name]
      if (!accepted || found.has(name)) continue
      const right = isRight(field, each, accepted)
      if (right) found.add(name)
      all.push({ name, field, right })
    }
  }
  return all
}

interface Score {
  named: number
  wrong: number
  right: number
  asked: number
}

async function scoreOf(room: PageRoom, folder: string, form: string): Promise<Score> {
  const { hideNames, labels } = await truthOf(folder, form)
  const open = await room.open(pathToFileURL(join(folder, `${form}.html`)).href)
  const before = hideNames ? ((await open.call('hideNames')) as Record<string, string>) : {}
  const reading = (await open.call('readHere')) as PageReading | null
  await open.page.close()
  const all = judged(reading?.fields ?? [], labels, before)
  for (const { name, field, right } of all)
    if (!right) console.log(`  ${form}: ${name} was read as "${field.label}" (${field.rule} ${field.score})`)
  const right = all.filter((each) => each.right).length
  return { named: all.length, wrong: all.length - right, right, asked: Object.keys(labels).length }
}

const share = (part: number, whole: number): string =>
  `${((100 * part) / (whole || 1)).toFixed(1)} % (${part} of ${whole})`

/**
 * Measures the labels of forms that other people made. The forms are not in the repository. The option `--forms folder`
 * names their folder.
 */
export async function formFigures(room: PageRoom, folder: string | undefined): Promise<Figure[]> {
  if (!folder) return []
  const names = await formsIn(folder)
  const total: Score = { named: 0, wrong: 0, right: 0, asked: 0 }
  for (const form of names) {
    const score = await scoreOf(room, folder, form)
    for (const key of ['named', 'wrong', 'right', 'asked'] as const) total[key] += score[key]
    console.log(`  ${form}: right ${score.right} of ${score.asked}, wrong ${score.wrong}`)
  }
  return [
    {
      measure: `wrong labels above the threshold, ${names.length} forms by others`,
      figure: share(total.wrong, total.named),
      limit: 'at most 1 %',
      holds: total.wrong <= 0.01 * total.named,
    },
    {
      measure: 'controls given their right label',
      figure: share(total.right, total.asked),
      limit: 'at least 90 %',
      holds: total.right >= 0.9 * total.asked,
    },
  ]
}
