import { readFile } from 'node:fs/promises'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutDraft } from '../../lib/contracts/index.ts'
import { driftSince, formToKeep, layoutsOfForm } from '../../lib/page/form/drift.ts'
import { linkFields, savedOfLayout } from '../../lib/page/form/saved-form.ts'
import { planFill } from '../../lib/page/plan/plan.ts'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import { registerDemo } from '../../server/demo.ts'

let room: PageRoom
let app: FastifyInstance
let origin: string
const layout = layoutDraft.parse(
  JSON.parse(await readFile(new URL('../../assets/demo/layout.json', import.meta.url), 'utf8')),
)
/** The enabled fields of the layout. Disabled fields are not part of a note, so the test skips them. */
const fields = (layout.fields ?? []).filter(({ disabled }) => disabled !== true)

beforeAll(async () => {
  app = fastify()
  registerDemo(app)
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  room = await openPageRoom()
})
afterAll(async () => {
  await room.close()
  await app.close()
})

/** A valid answer for each field. */
const answersFor = (asked: typeof fields) =>
  asked.map((field) => {
    const value =
      field.type === 'date'
        ? '2026-12-05'
        : field.type === 'boolean'
          ? 'No'
          : 'options' in field
            ? (field.options[0] ?? '')
            : 'Said in the visit.'
    return { fieldId: field.id, label: field.name, value: [value] }
  })

const chart = (patient: string) => `${origin}/patients/${patient}/patient_evaluations/77/edit?process=3`

test('every field of the demo layout is a field of the demo chart, for each of its patients', async () => {
  for (const patient of ['4812', '5120']) {
    const reading = await (await room.open(chart(patient))).read()
    if (!reading) throw new Error('The chart was not read.')
    const links = linkFields(savedOfLayout(layout), reading.fields)
    expect(driftSince(savedOfLayout(layout), reading)).toBeNull()
    for (const field of fields) if ('options' in field) expect(links.get(field.id)?.options).toEqual(field.options)
  }
})

test('a template from an earlier version, saved by labels and without its form, fits the same chart and gets its form', async () => {
  const reading = await (await room.open(chart('4812'))).read()
  if (!reading) throw new Error('The chart was not read.')
  const { form, ...earlier } = layout
  const saved = savedOfLayout(earlier)
  expect(reading.fields.map(({ id }) => id)).not.toContain(saved[0]?.id)
  expect(driftSince(saved, reading)).toBeNull()
  expect(layoutsOfForm([earlier], reading).map(({ drift }) => drift.status)).toEqual(['same'])
  const plan = (of: typeof saved) => planFill(reading, answersFor(fields), { saved: of }).writes
  expect(plan(saved)).toHaveLength(fields.length)
  expect(plan(saved)).toEqual(plan(savedOfLayout(layout)))
  expect(formToKeep(earlier, reading)).toEqual(form)
  expect(formToKeep(layout, reading)).toBeNull()
  const elsewhere = { ...reading, fields: reading.fields.slice(0, 2) }
  expect(formToKeep(earlier, elsewhere)).toBeNull()
})

test('an answer to each field of the layout reaches the chart’s own model, and no button is clicked', async () => {
  const open = await room.open(chart('4812'))
  const reading = await open.read()
  if (!reading) throw new Error('The chart was not read.')
  expect(reading.patient).toEqual({
    name: 'Maya Okafor',
    identifier: '004812',
    birthDate: '1992-03-14',
    chartKey: '4812',
  })
  const answers = answersFor(fields)
  const receipts = await open.fill(planFill(reading, answers))
  expect(receipts.map(({ label, outcome }) => [label, outcome])).toEqual(fields.map(({ name }) => [name, 'written']))
  const { model, presses } = await open.page.evaluate(() => {
    const page = window as unknown as { chartModel: Record<string, unknown>; chartPresses: string[] }
    return { model: page.chartModel, presses: page.chartPresses }
  })
  expect(Object.keys(model)).toHaveLength(fields.length)
  expect(model['[eval_timestamps_attributes][0][timestamp]']).toBe('12/05/2026')
  expect(presses).toEqual([])
  expect(
    new Set(receipts.map(({ fieldId }) => reading.fields.find(({ id }) => id === fieldId)?.kind)).size,
  ).toBeGreaterThanOrEqual(5)
})

test('the patient’s side of the visit plays when it is joined', async () => {
  const { page } = await room.open(chart('4812'))
  await page.click('[data-testid="join-visit"]')
  await page.waitForFunction(() => (document.getElementById('visit_audio') as HTMLAudioElement).currentTime > 0)
  expect(await page.$eval('[data-testid="visit-status"]', (status) => status.textContent)).toBe('Live')
})

test('a chart that does not exist is not found', async () => {
  for (const path of [
    '/patients/1/patient_evaluations/77/edit',
    '/patients/constructor/patient_evaluations/77/edit',
    '/demo/../package.json',
  ]) {
    expect((await fetch(origin + path)).status).toBe(404)
  }
})
