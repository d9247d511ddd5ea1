// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { control, openForm, planOf, said } from '../../tests/ehr-pages/form-in-memory.ts'
import { createPageFrame } from './frame.ts'

const row = (name: string) =>
  `<p><label for="${name}">${name[0]?.toUpperCase()}${name.slice(1)}</label> <input id="${name}" name="${name}"></p>`
const held = () => ['mood', 'plan', 'goal'].map((name) => control(name).value)

function openFrame() {
  openForm(`<form action="/notes/1">${['mood', 'plan', 'goal'].map(row).join('')}</form>`)
  const frame = createPageFrame()
  return {
    frame,
    fill: (values: Record<string, string>) => frame.fill(planOf(frame.read(null), values), 'Rosa Lindqvist'),
  }
}

// The frame uses the clock of the page. The fake clock goes on to the next timer whenever nothing else is to be done.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }).setTimerTickMode('nextTimerAsync')
})
afterEach(() => {
  vi.useRealTimers()
})

test('a fill that the page did not keep cannot be undone, and the fill before it can', async () => {
  const { frame, fill } = openFrame()
  const first = await fill({ Mood: 'low', Plan: 'Walk' })
  control('goal').addEventListener('input', () => {
    control('goal').value = ''
  })
  const second = await fill({ Goal: 'Sleep' })
  expect(said(second.receipts)).toEqual(['Goal: failed rejected-by-page'])
  expect(second.fillId).toBeNull()
  expect(held()).toEqual(['low', 'Walk', ''])
  expect(said(await frame.undo(first.fillId ?? ''))).toEqual(['Mood: written', 'Plan: written'])
  expect(held()).toEqual(['', '', ''])
})

test('a fill of values that stand in the page already, or that were refused, cannot be undone', async () => {
  const { frame, fill } = openFrame()
  const plan = planOf(frame.read(null), { Goal: 'Sleep' })
  await fill({ Mood: 'low' })
  expect(await fill({ Mood: 'low' })).toMatchObject({ receipts: [{ outcome: 'unchanged' }], fillId: null })
  expect(await frame.fill({ ...plan, nonce: 'earlier' }, null)).toMatchObject({
    receipts: [{ outcome: 'refused' }],
    fillId: null,
  })
})

test('only the last fill is undone, then the one before, although their plans have the same nonce', async () => {
  const { frame, fill } = openFrame()
  await expect(frame.undo('unknown')).rejects.toThrow('This is not the last fill of this page')
  const first = await fill({ Mood: 'low' })
  const { nonce } = frame.read(null)
  const second = await fill({ Plan: 'Walk' })
  expect(frame.read(null).nonce).toBe(nonce)
  await expect(frame.undo(first.fillId ?? '')).rejects.toThrow('This is not the last fill of this page')
  expect(held()).toEqual(['low', 'Walk', ''])
  expect(said(await frame.undo(second.fillId ?? ''))).toEqual(['Plan: written'])
  expect(said(await frame.undo(first.fillId ?? ''))).toEqual(['Mood: written'])
  expect(held()).toEqual(['', '', ''])
})

test('each reading names the fill that can be undone, until it is undone', async () => {
  const { frame, fill } = openFrame()
  expect(frame.read(null).lastFill).toBeUndefined()
  const first = await fill({ Mood: 'low', Plan: 'Walk' })
  expect(frame.read(null).lastFill).toMatchObject({ fillId: first.fillId, count: 2 })
  await frame.undo(first.fillId ?? '')
  expect(frame.read(null).lastFill).toBeUndefined()
})
