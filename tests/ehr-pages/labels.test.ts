import { afterAll, beforeAll, expect, test } from 'vitest'
import { labelSureEnough } from '../../lib/page/shapes.ts'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import { labelPages, labelPageUrl } from './label-pages.ts'

let room: PageRoom

beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

test.each(Object.entries(labelPages))('%s', async (_, { html, fields }) => {
  const open = await room.open(labelPageUrl(html))
  const reading = await open.read()
  const sure = reading?.fields.filter(({ score }) => score >= labelSureEnough)
  expect(sure?.map(({ names, label, options }) => [names.join('+'), label, ...options])).toEqual(fields)
  await open.page.close()
})
