import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutDraft, type SiteRules } from '../../lib/contracts/index.ts'
import { driftFrom, layoutsOfForm } from '../../lib/page/form/drift.ts'
import { formLayout } from '../../lib/page/form/form-layout.ts'
import { savedOfLayout } from '../../lib/page/form/saved-form.ts'
import { planFill } from '../../lib/page/plan/plan.ts'
import type { PageReading } from '../../lib/page/shapes.ts'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import { serveStoredPages, storedPages } from './stored-pages.ts'

const pages = await storedPages()
let room: PageRoom
let stage: Awaited<ReturnType<typeof serveStoredPages>>

beforeAll(async () => {
  stage = await serveStoredPages()
  room = await openPageRoom({ entry: 'tests/ehr-pages/read-as.ts' })
})
afterAll(async () => {
  await room.close()
  stage.close()
})

/** Site rules that give every named control another label, as a later version of the label reader might. */
const otherWords = (reading: PageReading, host: string): SiteRules => ({
  host,
  version: 1,
  fields: reading.fields
    .filter(({ names }) => names.length > 0)
    .map(({ names }, at) => ({ control: `[name="${quoted(names[0] ?? '')}"]`, label: `Read otherwise ${at}` })),
})
const quoted = (text: string): string => text.replace(/["\\]/g, '\\$&')

test.each(pages.map(({ ehr, form, path }) => [`${ehr}/${form}`, path]))(
  'a template of %s still fits when every label is read differently: no field is new, gone or mistaken for another',
  async (_name, path) => {
    const open = await room.open(stage.url(path))
    const url = open.page.url()
    const before = (await open.call('readAs', { url, siteRules: null })) as PageReading
    const siteRules = otherWords(before, new URL(url).hostname)
    const now = (await open.call('readAs', { url, siteRules })) as PageReading
    await open.page.close()

    // The panel asks the user about a changed label only if no label candidate of the field still equals the former
    // label.
    const renamed = now.fields.filter(({ label, candidates = [] }, at) => {
      const former = before.fields[at]?.label
      return label !== former && !candidates.some(({ text }) => text === former)
    })
    expect(now.fields.filter(({ label }, at) => label !== before.fields[at]?.label).length).toBeGreaterThan(0)
    expect(now.fields.map(({ names }) => names)).toEqual(before.fields.map(({ names }) => names))

    const made = formLayout(before)
    if (!made) throw new Error('No template can be made of this page.')
    const layout = layoutDraft.parse(JSON.parse(JSON.stringify(made)))
    const saved = savedOfLayout(layout)
    const drift = driftFrom(saved, now)
    expect(drift).toMatchObject({ added: [], gone: [] })
    expect(drift.renamed.map(({ to }) => to)).toEqual(renamed.filter(({ locked }) => !locked))
    expect(layoutsOfForm([{ ...layout, source: now.source }], now)).toHaveLength(1)

    const asked = before.fields.filter(({ locked }) => !locked)
    const values = asked.map(({ id, label }) => ({ fieldId: id, label, value: ['Said'] }))
    const landed = values.map((value) => {
      const { writes, refusals } = planFill({ ...now, patient: null }, [value], { saved })
      const target = writes[0]?.fieldId ?? refusals[0]?.fieldId
      return now.fields.findIndex(({ id }) => id === target)
    })
    expect(landed).toEqual(asked.map((field) => before.fields.indexOf(field)))
  },
)
