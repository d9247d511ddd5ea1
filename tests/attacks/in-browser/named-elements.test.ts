import { afterAll, beforeAll, expect, test } from 'vitest'
import { planFill } from '../../../lib/page/plan/plan.ts'
import { openPageRoom, type PageRoom } from '../../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

// The browser exposes an element with an id as a global variable in every script of the document, including the
// extension's content scripts.
test.each(['chartsideFrame', 'chartside.frame', 'Symbol(chartside.frame)', 'here', 'frame'])(
  'an element with the id %s does not replace the extension’s state',
  async (name) => {
    const markup = `<form id="${name}"><input name="nonce"><input name="journal"></form><img name="${name}">
      <form><label>Plan <input name="plan"></label></form>`
    const open = await room.open(`data:text/html;charset=utf-8,${encodeURIComponent(markup)}`)
    const reading = await open.read()
    if (!reading) throw new Error('The page was not read.')
    expect(reading.nonce.length).toBeGreaterThan(10)
    const receipts = await open.fill(planFill(reading, [{ label: 'Plan', value: ['Rest'] }]), 'Rosa Lindqvist')
    expect(receipts).toMatchObject([{ label: 'Plan', outcome: 'written' }])
    const html = await open.page.content()
    expect(html).not.toContain(reading.nonce)
    await open.page.close()
  },
)
