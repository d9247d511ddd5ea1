import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api/index.ts'
import type { Layout, LayoutDraft, Template } from '../../lib/contracts/index.ts'
import { ChangedMeanwhile } from './editor-properties.ts'
import { createLayoutSaver } from './layout-saver.ts'
import { templateOf } from './layout-template.ts'

const first: Layout = {
  _id: '00000000-0000-4000-8000-000000000001',
  name: 'DAP note',
  type: 'other',
  source: 'user',
  email: 'owner@clinic.example',
  editors: [],
  description: 'Short.',
  instructions: '',
  fields: [{ id: 'data', name: 'Data', type: 'string' }],
  config: {},
  status: 'ready',
  version: 3,
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
}

/** A fake server with one layout. Like the real server, it refuses a change that was made from an older version. */
function serverOf(layout: Layout) {
  const state = { now: layout, loseAnswers: false }
  const save = (draft: LayoutDraft) => {
    const { fields: _fields, text: _text, group: _group, ...rest } = state.now
    state.now = { ...rest, ...draft, version: state.now.version + 1 } as Layout
    return state.now
  }
  return {
    state,
    save,
    async update({ version }: Layout, draft: LayoutDraft) {
      if (version !== state.now.version) {
        const body = { message: 'Changed.', code: 'changed_meanwhile' as const, current: state.now }
        throw new ApiError({ status: 409, message: 'Changed.', url: '', body })
      }
      save(draft)
      if (state.loseAnswers) throw new ApiError({ status: 503, message: 'No internet connection', url: '' })
      return state.now
    },
  }
}

const named = (template: Template, name: string): Template => ({ ...template, name })
const theirs: LayoutDraft = {
  name: 'Theirs',
  type: 'other',
  source: 'user',
  description: 'Short.',
  instructions: '',
  fields: [],
  config: {},
}

describe('saving an edited template', () => {
  const start = templateOf(first)

  test('each save is based on the version before it', async () => {
    const server = serverOf(first)
    const saver = createLayoutSaver(first, server.update, () => undefined)
    await saver.save(named(start, 'One'), { replaceNewer: false, from: start })
    await saver.save(named(start, 'Two'), { replaceNewer: false, from: named(start, 'One') })
    expect(server.state.now).toMatchObject({ name: 'Two', version: 5, description: 'Short.' })
  })

  test('another person’s save is reported with their template, and remains until the user chooses', async () => {
    const server = serverOf(first)
    const saver = createLayoutSaver(first, server.update, () => undefined)
    server.save(theirs)
    const mine = named(start, 'Mine')
    const refused = await saver.save(mine, { replaceNewer: false, from: start }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ChangedMeanwhile)
    expect(refused).toMatchObject({ newer: { name: 'Theirs', fields: [] } })
    // Saving again without choosing a version is refused again.
    await expect(saver.save(mine, { replaceNewer: false, from: start })).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(server.state.now.name).toBe('Theirs')
    await saver.save(mine, { replaceNewer: true, from: start })
    expect(server.state.now.name).toBe('Mine')
  })

  test('the other person’s version, once taken over and edited, is saved without another question', async () => {
    const server = serverOf(first)
    const saver = createLayoutSaver(first, server.update, () => undefined)
    server.save(theirs)
    const refused = await saver
      .save(named(start, 'Mine'), { replaceNewer: false, from: start })
      .catch((error: unknown) => error as ChangedMeanwhile)
    const { newer } = refused as ChangedMeanwhile
    await saver.save(named(newer, 'Both'), { replaceNewer: false, from: newer })
    expect(server.state.now).toMatchObject({ name: 'Both', fields: [] })
  })

  test('a description changed outside the editor is kept, and nobody is asked', async () => {
    const server = serverOf(first)
    const saver = createLayoutSaver(first, server.update, () => undefined)
    server.save({ ...theirs, name: first.name, fields: first.fields, description: 'Longer.' })
    await saver.save(named(start, 'Mine'), { replaceNewer: false, from: start })
    expect(server.state.now).toMatchObject({ name: 'Mine', description: 'Longer.' })
  })

  test('a save whose answer was lost is no conflict on the second try', async () => {
    const server = serverOf(first)
    const saver = createLayoutSaver(first, server.update, () => undefined)
    server.state.loseAnswers = true
    const mine = named(start, 'Mine')
    await expect(saver.save(mine, { replaceNewer: false, from: start })).rejects.toThrow('No internet connection')
    server.state.loseAnswers = false
    await saver.save(mine, { replaceNewer: false, from: start })
    expect(server.state.now).toMatchObject({ name: 'Mine', version: 4 })
  })

  test('unsaved changes of an outdated state never replace a newer one without a question', async () => {
    const update = vi.fn()
    const saver = createLayoutSaver(first, update, () => undefined)
    const older = named(start, 'Last week')
    await expect(saver.save(named(start, 'Mine'), { replaceNewer: false, from: older })).rejects.toBeInstanceOf(
      ChangedMeanwhile,
    )
    expect(update).not.toHaveBeenCalled()
  })

  test('a group is stored at once over the newest state, and an earlier edit can still be saved', async () => {
    const server = serverOf(first)
    const saver = createLayoutSaver(first, server.update, () => undefined)
    await saver.changeGroup('Outpatient')
    expect(server.state.now).toMatchObject({ group: 'Outpatient', name: 'DAP note' })
    const grouped = { ...start, group: 'Outpatient' }
    await saver.save(named(grouped, 'Mine'), { replaceNewer: false, from: grouped })
    expect(server.state.now).toMatchObject({ group: 'Outpatient', name: 'Mine' })
    server.save({ ...theirs, group: 'Outpatient' })
    await saver.changeGroup(undefined)
    expect(server.state.now).toMatchObject({ name: 'Theirs' })
    expect(server.state.now.group).toBeUndefined()
  })
})
