import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import type { Receipt } from '../../lib/page/shapes.ts'
import { type OpenPage, openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

const spy = `<button type="button" id="save">Save</button><script>
  var presses = [], executed = []
  addEventListener('click', ({ target }) => target.closest('#save') && presses.push('save'), true)
</script>`

async function openHtml(html: string): Promise<OpenPage> {
  const open = await room.open('about:blank')
  await open.page.setContent(
    `<!doctype html><meta charset="utf-8"><title>Form</title><form action="/notes/1">${html}${spy}</form>`,
  )
  return open
}

interface Filled {
  open: OpenPage
  receipts: Receipt[]
  said: (string | undefined)[][]
}

async function fillHtml(html: string, values: Record<string, string>): Promise<Filled> {
  const open = await openHtml(html)
  const reading = await open.read()
  if (!reading) throw new Error('The page was not read.')
  const listed = Object.entries(values).map(([label, value]) => ({ label, value: [value] }))
  const receipts = await open.fill(planFill(reading, listed), 'Rosa Lindqvist')
  return { open, receipts, said: receipts.map(({ label, outcome, reason }) => [label, outcome, reason]) }
}

const heldBy = ({ open }: Filled, name: string) =>
  open.page.$eval(`[name="${name}"]`, (control) => (control as HTMLInputElement).value)

async function untouched({ open }: Filled): Promise<void> {
  expect(
    await open.page.evaluate(() =>
      [window as unknown as Record<string, unknown>].map((all) => [all.presses, all.executed]),
    ),
  ).toEqual([[[], []]])
  await open.page.close()
}

const mood = '<p><label>Mood <input name="mood" value="calm"></label></p>'

describe('No silent failure: a receipt says written exactly where the page has the value', () => {
  test('a value that the page reverts at once: reported as not kept, the old one stands, the field is shown and outlined', async () => {
    const done = await fillHtml(
      `<div style="height: 3000px"></div>${mood}<script>
        const mood = document.querySelector('[name=mood]')
        for (const type of ['input', 'change']) mood.addEventListener(type, () => { mood.value = 'calm' })
      </script>`,
      { Mood: 'low' },
    )
    expect(done.said).toEqual([['Mood', 'failed', 'rejected-by-page']])
    expect(await heldBy(done, 'mood')).toBe('calm')
    expect(
      await done.open.page.$eval('[name=mood]', (control) => [
        control.getBoundingClientRect().top < innerHeight,
        control.getAnimations().length,
        control.hasAttribute('style'),
      ]),
    ).toEqual([true, 1, false])
    await untouched(done)
  })

  test.each([100, 400, 800])(
    'a form that is re-rendered once after %i ms: the value is written again',
    async (afterMs) => {
      const done = await fillHtml(
        `<div id="holder">${mood}</div><script>
        let drawn = false
        const holder = document.querySelector('#holder')
        holder.addEventListener('change', () => {
          if (drawn) return
          drawn = true
          setTimeout(() => { holder.innerHTML = holder.innerHTML }, ${afterMs})
        })
      </script>`,
        { Mood: 'low' },
      )
      expect(done.said).toEqual([['Mood', 'written', undefined]])
      expect(await heldBy(done, 'mood')).toBe('low')
      await untouched(done)
    },
  )

  test('a form that always reverts to the old value a moment later: not kept', async () => {
    const done = await fillHtml(
      `${mood}<script>
        const mood = document.querySelector('[name=mood]')
        mood.addEventListener('input', () => setTimeout(() => { mood.value = 'calm' }, 300))
      </script>`,
      { Mood: 'low' },
    )
    expect(done.said).toEqual([['Mood', 'failed', 'rejected-by-page']])
    expect(await heldBy(done, 'mood')).toBe('calm')
    await untouched(done)
  })

  test('a masked date that becomes another date: not kept, and the old one is restored', async () => {
    const done = await fillHtml(
      `<p><label>Seen on <input name="day" placeholder="MM/DD/YYYY" value="01/02/2026"></label></p><script>
        const day = document.querySelector('[name=day]')
        day.addEventListener('input', () => { if (day.value !== '01/02/2026') day.value = '12/05/2062' })
      </script>`,
      { 'Seen on': '2026-12-05' },
    )
    expect(done.said).toEqual([['Seen on', 'failed', 'rejected-by-page']])
    expect(await heldBy(done, 'day')).toBe('01/02/2026')
    await untouched(done)
  })

  const dependent = (options: string, afterMs: number) =>
    `<p><label>Kind <select name="kind"><option></option><option>Group</option><option>Single</option></select></label></p>
     <p><label>Room <select name="room"><option></option><option>North</option><option>South</option></select></label></p><script>
       const kind = document.querySelector('[name=kind]')
       const room = document.querySelector('[name=room]')
       kind.addEventListener('change', () => {
         room.replaceChildren()
         setTimeout(() => { room.innerHTML = '${options}' }, ${afterMs})
       })
     </script>`

  test('a choice that depends on another: written once its options have come', async () => {
    const done = await fillHtml(dependent('<option></option><option>North</option><option>South</option>', 200), {
      Kind: 'group',
      Room: 'south',
    })
    expect(done.said).toEqual([
      ['Kind', 'written', undefined],
      ['Room', 'written', undefined],
    ])
    expect([await heldBy(done, 'kind'), await heldBy(done, 'room')]).toEqual(['Group', 'South'])
    await untouched(done)
  })

  test('a choice that the form no longer offers after another one was made: not written, and reported', async () => {
    const done = await fillHtml(dependent('<option></option><option>East</option>', 100), {
      Kind: 'group',
      Room: 'south',
    })
    expect(done.said[0]).toEqual(['Kind', 'written', undefined])
    expect(done.said[1]?.[1]).not.toBe('written')
    expect(await heldBy(done, 'room')).toBe('')
    await untouched(done)
  })

  test('an editor that shows the text but does not put it into its model: not reported as written', async () => {
    // On the next render, the page replaces the shown text by the text of its model. A fill that only changed the shown
    // text would be lost.
    const done = await fillHtml(
      `<p>Plan</p><div contenteditable="true" id="plan"></div><script>
        const plan = document.querySelector('#plan')
        new MutationObserver(() => setTimeout(() => { if (plan.textContent) plan.textContent = '' }, 250))
          .observe(plan, { childList: true, characterData: true, subtree: true })
      </script>`,
      { Plan: 'Sleep diary' },
    )
    expect(done.said).toEqual([['Plan', 'failed', 'rejected-by-page']])
    await untouched(done)
  })
})

describe('Pages that behave as badly as possible', () => {
  const plan = '<p><label>Plan <textarea name="plan"></textarea></label></p>'

  test('a field that disappears during the fill: it gets a receipt, and the others are written', async () => {
    const done = await fillHtml(
      `${mood}${plan}<p><label>Goal <input name="goal"></label></p><script>
        document.querySelector('[name=mood]').addEventListener('change', () => document.querySelector('[name=plan]').closest('p').remove())
      </script>`,
      { Mood: 'low', Plan: 'Sleep diary', Goal: 'Walk' },
    )
    expect(done.said).toEqual([
      ['Mood', 'written', undefined],
      ['Plan', 'refused', 'not-found'],
      ['Goal', 'written', undefined],
    ])
    await untouched(done)
  })

  test('a field that removes itself when it is written: not reported as written', async () => {
    const done = await fillHtml(
      `${plan}<script>document.querySelector('[name=plan]').addEventListener('input', ({ target }) => target.remove())</script>`,
      { Plan: 'Sleep diary' },
    )
    expect(done.said).toEqual([['Plan', 'failed', 'not-found']])
    await untouched(done)
  })

  test('editors that throw on every event: a receipt for each, none of them false', async () => {
    const done = await fillHtml(
      `${plan}<p>Course</p><div contenteditable="true" class="mce-content-body" id="course"></div><script>
        Object.defineProperty(window, 'tinymce', { get() { throw new Error('no') } })
        for (const type of ['focus', 'beforeinput', 'input', 'change', 'blur', 'paste'])
          document.addEventListener(type, () => { throw new Error('no') }, true)
      </script>`,
      { Plan: 'Sleep diary', Course: 'Better' },
    )
    const [first, second] = done.receipts
    expect(await heldBy(done, 'plan')).toBe(first?.outcome === 'written' ? 'Sleep diary' : '')
    const course = await done.open.page.$eval('#course', ({ textContent }) => textContent)
    expect(course).toBe(second?.outcome === 'written' ? 'Better' : '')
    await untouched(done)
  })

  test('markup in a value is text everywhere', async () => {
    const markup = '<img src=x onerror="executed.push(1)"><script>executed.push(2)</script>'
    const done = await fillHtml(`${plan}${mood}<p>Course</p><div contenteditable="true" id="course"></div>`, {
      Plan: markup,
      Mood: markup,
      Course: markup,
    })
    expect(done.said.map(([, outcome]) => outcome)).toEqual(['written', 'written', 'written'])
    expect(
      await done.open.page.$eval('#course', ({ textContent, children }) => [textContent, children.length]),
    ).toEqual([markup, 0])
    await untouched(done)
  })

  test('100 kB, and right-to-left text, arrive complete', async () => {
    const long = Array.from({ length: 1250 }, (_none, at) => `Line ${at} ${'words '.repeat(12)}end`).join('\n')
    const right = 'המטופל ישן טוב יותר.\nכאב ראש קל (5/10) אתמול.'
    const done = await fillHtml(
      `${plan}<p><label>Words <textarea name="words" dir="rtl"></textarea></label></p><p>Course</p><div contenteditable="true" id="course" dir="rtl"></div>`,
      { Plan: long, Words: right, Course: right },
    )
    expect(long.length).toBeGreaterThan(100_000)
    expect(done.said.map(([, outcome]) => outcome)).toEqual(['written', 'written', 'written'])
    expect(await heldBy(done, 'plan')).toBe(long)
    expect(await heldBy(done, 'words')).toBe(right)
    expect(await done.open.page.$eval('#course', ({ textContent }) => textContent)).toBe(right.replace('\n', ''))
    await untouched(done)
  })

  test('20,000 nodes around a form, and one id on all of its controls: each value reaches its own control', async () => {
    const around = Array.from({ length: 5000 }, (_none, at) => `<div><p>Entry ${at} <b>seen</b></p><hr></div>`).join('')
    const row = (name: string) => `<tr><td>${name}</td><td><input id="x" name="${name.toLowerCase()}"></td></tr>`
    const asked = ['Sleep', 'Appetite', 'Energy']
    const done = await fillHtml(`${around}<table>${asked.map(row).join('')}</table><label for="x">Elsewhere</label>`, {
      Sleep: 'seven hours',
      Appetite: 'good',
      Energy: 'low',
    })
    expect(done.said).toEqual(asked.map((label) => [label, 'written', undefined]))
    for (const [name, value] of [
      ['sleep', 'seven hours'],
      ['appetite', 'good'],
      ['energy', 'low'],
    ] as const)
      expect(await heldBy(done, name)).toBe(value)
    await untouched(done)
  })

  test('a page that has replaced the browser’s built-in functions is filled correctly', async () => {
    const done = await fillHtml(
      `${mood}${plan}<img name="dispatchEvent"><img name="addEventListener"><input type="hidden" name="contains"><script>
        for (const prototype of [Element.prototype, HTMLInputElement.prototype, EventTarget.prototype, Event.prototype])
          for (const name of Object.getOwnPropertyNames(prototype))
            try { if (typeof prototype[name] === 'function' && name !== 'constructor') prototype[name] = () => null } catch {}
        Object.defineProperty(HTMLInputElement.prototype, 'value', { get: () => 'wrong', set() {} })
        JSON.parse = () => ({})
      </script>`,
      { Mood: 'low', Plan: 'Sleep diary' },
    )
    expect(done.said).toEqual([
      ['Mood', 'written', undefined],
      ['Plan', 'written', undefined],
    ])
    await done.open.page.close()
  })

  test('undo works even if the page itself cannot undo', async () => {
    const done = await fillHtml(
      `${mood}${plan}<p>Course</p><div contenteditable="true" id="course"><p>Old <b>words</b></p></div>`,
      {
        Mood: 'low',
        Plan: 'Sleep diary',
        Course: 'Better\n\nthan before',
      },
    )
    const undone = await done.open.undo()
    expect(undone.map(({ outcome }) => outcome)).toEqual(['written', 'written', 'written'])
    expect(await heldBy(done, 'mood')).toBe('calm')
    expect(await done.open.page.$eval('#course', ({ innerHTML }) => innerHTML)).toBe('<p>Old <b>words</b></p>')
    await untouched(done)
  })
})
