import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SiteFieldRule, siteRules } from '../../../lib/contracts/site-rules.ts'
import type { PageReading } from '../../../lib/page/shapes.ts'
import { openPageRoom, type PageRoom } from '../../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom({ entry: 'tests/ehr-pages/read-as.ts' })
})
afterAll(() => room.close())

const questions = 400
const markup = `<form>${Array.from({ length: questions }, (_, index) => `<div><p><b>Question ${index}</b> <input></p></div>`).join('')}</form>`

/** Every rule of a file that the contract accepts, as many as it accepts. */
const fields: Record<string, SiteFieldRule> = {
  'match everything': { control: '*', labelAt: '*', around: '*' },
  'look at the whole page for each control': { control: 'input', labelAt: ':has(b):not(:has(:has(b b)))' },
  'match nothing after a long search': { control: `${':is('.repeat(60)}*${')'.repeat(60)} > * ~ * + i`, label: 'Mood' },
  'are no selectors': { control: ':::', labelAt: '[[', around: '((' },
}

/** Reads the page with a rule. Returns the time of the browser in ms. */
async function timeOf(rules: SiteFieldRule[]): Promise<{ ms: number; reading: PageReading }> {
  const open = await room.open(`data:text/html;charset=utf-8,${encodeURIComponent(markup)}`)
  const checked = siteRules.parse({ host: 'ehr.example.org', version: 1, fields: rules })
  const before = (await open.page.metrics()).TaskDuration ?? 0
  const reading = (await open.call('readAs', {
    url: 'https://ehr.example.org/form',
    siteRules: checked,
  })) as PageReading
  const ms = (((await open.page.metrics()).TaskDuration ?? 0) - before) * 1000
  await open.page.close()
  return { ms, reading }
}

test.each(Object.entries(fields))('500 rules that %s: the page is read in the time of ten pages', async (_, rule) => {
  const plain = await timeOf([])
  expect(plain.reading.fields).toHaveLength(questions)
  const { ms, reading } = await timeOf(Array.from({ length: 500 }, () => rule))
  expect(reading.fields).toHaveLength(questions)
  expect(ms, `without rules: ${plain.ms} ms`).toBeLessThan(10 * plain.ms)
})
