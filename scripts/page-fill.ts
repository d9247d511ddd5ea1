import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { confirmIrreversible, planFill } from '../lib/page/plan/plan.ts'

import type { PageValue } from '../lib/page/shapes.ts'
import { openPageRoom } from './page-room.ts'

/**
 * `npm run page:fill -- page.html values.json [--patient NAME] [--irreversible]`: fills values into a page in a real
 * browser and prints only the receipts, as JSON.
 * - Values: `[{ label or fieldId, value }]`, or an object from label to value. A value is a text or a list of texts.
 * - `--patient` confirms the name of the patient if the page does not show it.
 * - `--irreversible` allows choices that cannot be undone. Without it they are refused.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { patient: { type: 'string' }, irreversible: { type: 'boolean', default: false } },
})
const [file, valuesFile] = positionals
if (!file || !valuesFile) {
  console.error('Name a page and its values: npm run page:fill -- page.html values.json')
  process.exit(2)
}

const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())])
const valueList = z.array(z.object({ fieldId: z.string().optional(), label: z.string().default(''), value: texts }))
const valueRecord = z
  .record(z.string(), texts)
  .transform((record): PageValue[] => Object.entries(record).map(([label, value]) => ({ label, value })))
const values: PageValue[] = z.union([valueList, valueRecord]).parse(JSON.parse(await readFile(valuesFile, 'utf8')))

const room = await openPageRoom()
try {
  const page = await room.open(/^https?:/.test(file) ? file : pathToFileURL(resolve(file)).href)
  const reading = await page.read()
  if (!reading) throw new Error('The page could not be read.')
  const plan = planFill(reading, values)
  const receipts = await page.fill(options.irreversible ? confirmIrreversible(plan) : plan, options.patient ?? null)
  console.log(JSON.stringify(receipts, null, 2))
} finally {
  await room.close()
}
