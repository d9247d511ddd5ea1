import { afterAll, beforeAll, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import type { PageField, PageReading, PageValue } from '../../lib/page/shapes.ts'
import { type OpenPage, openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import { type Mutation, mutate, mutations } from './mutate.ts'
import { serveStoredPages, storedPages } from './stored-pages.ts'

const pages = await storedPages()
/** Each change by itself, and all that leave the words alone at once. */
const rounds: { name: string; kinds: Mutation[] }[] = [
  ...mutations.map((kind) => ({ name: kind, kinds: [kind] })),
  { name: 'ids, wrapped and reordered', kinds: ['ids', 'wrapped', 'reordered'] },
]

let room: PageRoom
let stage: Awaited<ReturnType<typeof serveStoredPages>>

beforeAll(async () => {
  stage = await serveStoredPages()
  room = await openPageRoom()
})
afterAll(async () => {
  await room.close()
  stage.close()
})

/** An answer that a field of this kind takes. */
function answerTo(field: PageField): string[] {
  if (field.kind === 'table') return field.value.map(() => 'x')
  if (field.kind === 'number') return ['5']
  if (field.kind === 'date' || field.kind === 'date_time' || field.kind === 'time') return ['2026-01-05 09:30']
  return [field.options[0] ?? (field.kind === 'boolean' ? 'Yes' : 'Said')]
}

/** The frame in which the form's own controls stand. */
async function formFrame({ page }: OpenPage) {
  const counted = await Promise.all(
    page.frames().map(async (frame) => ({
      frame,
      count: frame.url().includes('note=other')
        ? 0
        : await frame.evaluate(() => document.querySelectorAll('input:not([type="hidden"]), textarea, select').length),
    })),
  )
  return counted.sort((one, other) => other.count - one.count)[0]?.frame
}

async function readMutated(path: string, kinds: Mutation[], seed: number) {
  const open = await room.open(stage.url(path))
  const frame = await formFrame(open)
  // A control without a name gets one, so that it is known again.
  await frame?.evaluate(() => {
    for (const [at, control] of document.querySelectorAll<HTMLInputElement>('input, textarea, select').entries())
      if (!control.name && control.type !== 'hidden' && !control.id) control.name = `nameless${at}_`
  })
  const saved = (await open.read()) as PageReading
  const labels = Object.fromEntries(saved.fields.flatMap(({ names, label }) => names.map((name) => [name, label])))
  const before = (await frame?.evaluate(mutate, { kinds, seed, labels })) ?? {}
  const today = (await open.read()) as PageReading
  await open.page.close()
  return { saved, today, before }
}

test('a form that was changed is filled rightly or refused: no value lands in another field, and most land', async () => {
  const count = { right: 0, wrong: 0, refused: 0 }
  const wrong: string[] = []
  for (const [at, { path, ehr, form }] of pages.entries()) {
    for (const { name, kinds } of rounds) {
      const { saved, today, before } = await readMutated(path, kinds, at + 1)
      const open = saved.fields.filter(({ locked, names }) => !locked && names.length > 0)
      const values: PageValue[] = open.map((field) => ({
        fieldId: field.id,
        label: field.label,
        value: answerTo(field),
      }))
      const plan = planFill({ ...today, patient: null }, values, { layoutIds: saved.fields.map(({ id }) => id) })
      const homes = new Map(today.fields.map(({ id, names }) => [id, names.map((each) => before[each] ?? each)]))
      for (const write of plan.writes) {
        const value = values.find(({ label, fieldId }) => fieldId === write.fieldId || label === write.label)
        const meant = open.filter(({ id, label }) => id === value?.fieldId || label === write.label)
        const target = homes.get(write.fieldId) ?? []
        // An editor has no name: it is known by being the form's only one.
        const editors = today.fields.filter(({ kind }) => kind === 'rich_text')
        const isEditor =
          meant.some(({ kind }) => kind === 'rich_text') && editors.length === 1 && editors[0]?.id === write.fieldId
        if (isEditor || meant.some(({ names }) => names.some((each) => target.includes(each)))) count.right++
        else {
          count.wrong++
          wrong.push(`${ehr}/${form}, ${name}: ${write.label} went to ${target.join()}`)
        }
      }
      count.refused += plan.refusals.length
    }
  }
  expect(wrong).toEqual([])
  const all = count.right + count.wrong + count.refused
  expect(all).toBeGreaterThan(500)
  expect(count.right / all, JSON.stringify(count)).toBeGreaterThanOrEqual(0.7)
})
