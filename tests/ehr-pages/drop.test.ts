import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import { type Carried, carriedType, type Receipt } from '../../lib/page/shapes.ts'
import { type OpenPage, openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

let room: PageRoom
let open: OpenPage
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

/** A form, and a script that records the `dragover` events in `first` before Chartside gets them. */
const html = `<!doctype html><meta charset="utf-8"><title>Form</title><h1>Note</h1><form action="/notes/1">
  <p><label><b id="mood-words">Mood</b> <input name="mood" value="calm"></label></p>
  <p>Course</p><div contenteditable="true" id="course"><p>Old <b id="inner">words</b></p></div>
  <p>Plan of care</p><div class="tox-tinymce"><div id="toolbar" style="height: 30px"></div><iframe id="plan" style="height: 80px"
    srcdoc="<body contenteditable='true' style='height: 60px'></body>"></iframe></div>
  <p><label for="room">Room</label><select id="room" name="room" style="display: none"><option></option><option>North</option></select><span
    class="chosen-container" id="drawn" style="display: inline-block; width: 90px; height: 20px"><span id="shown">Select</span></span></p>
  <p><label>Seen on <input name="day" placeholder="MM/DD/YYYY"></label></p>
  <p><label>Number <input name="fixed" value="12" readonly></label></p>
  <p id="affect-label">Affect</p><div id="affect" role="combobox" tabindex="0" aria-labelledby="affect-label" aria-controls="affects">Select…</div>
  <div id="affects" role="listbox" hidden><div role="option">Flat</div></div>
  <p id="aside">Nothing can be entered here.</p></form><script>
  var first = [], heard = []
  document.querySelector('#room').addEventListener('chosen:updated', ({ target }) => {
    document.querySelector('#shown').textContent = target.value || 'Select'
  })
  addEventListener('dragover', (event) => first.push(event), true)
</script>`

beforeEach(async () => {
  open = await room.open('about:blank')
  await open.page.setContent(html)
  await open.page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.body?.isContentEditable)
})
afterEach(() => open.page.close())

/** Makes the page accept drops, and records the drag events that reach the page. */
const pageListens = () =>
  open.page.evaluate(() => {
    for (const type of ['dragenter', 'dragover', 'drop'])
      addEventListener(type, (event) => {
        event.preventDefault()
        Reflect.get(window, 'heard').push(type)
      })
  })
const heardByPage = () => open.page.evaluate(() => Reflect.get(window, 'heard') as string[])
/**
 * Returns whether a listener has accepted the last drag event (`defaultPrevented`), and which drop effect the browser
 * shows at the pointer.
 */
const lastOver = () =>
  open.page.evaluate(() => {
    const event = (Reflect.get(window, 'first') as DragEvent[]).at(-1)
    return [event?.defaultPrevented, event?.dataTransfer?.dropEffect]
  })

async function drag(selector: string, data: string, mimeType = carriedType) {
  const session = await open.page.createCDPSession()
  const box = await (await open.page.$(selector))?.boundingBox()
  if (!box) throw new Error(`${selector} cannot be seen.`)
  const at = { x: box.x + 8, y: box.y + 8, data: { items: [{ mimeType, data }], dragOperationsMask: 1 } }
  const move = async () => {
    await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at })
    await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at })
  }
  return {
    move,
    drop: async () => {
      await move()
      await session.send('Input.dispatchDragEvent', { type: 'drop', ...at })
    },
  }
}

async function carried(value: string): Promise<Carried> {
  const { nonce, url, patient, encounter } = planFill(await open.read(), [])
  return { nonce, url, patient, encounter, name: 'one', value: [value] }
}

/** Starts a drag of a value and waits until Chartside handles the drag events of the page. */
async function carry(value: string, name = 'one'): Promise<Promise<Receipt | null>[]> {
  const landing = open.carry({ ...(await carried(value)), name }, 'Rosa Lindqvist')
  await expect
    .poll(async () => {
      await (await drag('#aside', name)).move()
      return (await lastOver())[0]
    })
    .toBe(true)
  // Return the promise in an array. An async function that returned the promise itself would wait for it.
  return [landing]
}
const said = (receipt: Receipt | null | undefined) =>
  receipt && [receipt.label, receipt.outcome, ...(receipt.reason ? [receipt.reason] : [])].join(' ')
const held = () =>
  open.page.evaluate(() => {
    const named = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value
    const plan = document.querySelector('iframe')?.contentDocument?.body.textContent
    const shown = (id: string) => document.getElementById(id)?.textContent
    return [named('mood'), shown('course'), plan, named('room'), named('day'), named('fixed'), shown('affect')]
  })
const before = ['calm', 'Old words', '', '', '', '12', 'Select…']

describe('A value that is dropped', () => {
  test.each([
    ['a text input', '[name="mood"]', 'low', ['low', ...before.slice(1)], 'Mood'],
    ['the label of an input', '#mood-words', 'low', ['low', ...before.slice(1)], 'Mood'],
    ['words inside an editor', '#inner', 'Better', ['calm', 'Better', ...before.slice(2)], 'Course'],
    ['an editor in a frame', '#plan', 'Walk', ['calm', 'Old words', 'Walk', ...before.slice(3)], 'Plan of care'],
    ['the toolbar of an editor', '#toolbar', 'Walk', ['calm', 'Old words', 'Walk', ...before.slice(3)], 'Plan of care'],
    ['the widget of a hidden list', '#shown', 'north', [...before.slice(0, 3), 'North', ...before.slice(4)], 'Room'],
  ])(
    'on %s is written into this field only, and neither the page nor the browser takes it',
    async (_what, at, value, after, label) => {
      await pageListens()
      const [landing] = await carry(value)
      const hand = await drag(at, 'one')
      await hand.move()
      if (at !== '#plan') expect(await lastOver()).toEqual([true, 'copy'])
      await hand.drop()
      expect(said(await landing)).toBe(`${label} written`)
      expect(await held()).toEqual(after)
      expect(await heardByPage()).toEqual([])
      expect((await open.undo()).map(({ outcome }) => outcome)).toEqual(['written'])
      expect(await held()).toEqual(before)
    },
  )

  test.each([
    ['a read-only field', '[name="fixed"]', 'Number refused read-only'],
    ['a field that needs a date', '[name="day"]', 'Seen on refused not-a-date'],
    ['a list from which undo could not remove it', '#affect', 'Affect refused irreversible'],
  ])('on %s is refused with the reason', async (_what, at, refusal) => {
    const [landing] = await carry('Flat')
    await (await drag(at, 'one')).drop()
    expect(said(await landing)).toBe(refusal)
    expect(await held()).toEqual(before)
  })

  test('outside the fields is written nowhere, and the pointer says so', async () => {
    await pageListens()
    const [landing] = await carry('low')
    const hand = await drag('#aside', 'one')
    await hand.move()
    expect(await lastOver()).toEqual([true, 'none'])
    await hand.drop()
    // The browser sends no drop event if the last drag event had the drop effect 'none'. The panel then ends the drag.
    await open.letGo()
    expect(await landing).toBeNull()
    expect([await held(), await heardByPage()]).toEqual([before, []])
  })

  test('under the name of another drag is written nowhere', async () => {
    const [landing] = await carry('low')
    await (await drag('[name="mood"]', 'of another drag')).drop()
    expect(await landing).toBeNull()
    expect(await held()).toEqual(before)
  })
})

describe('While a value is dragged', () => {
  test('the page takes every other drag, and a script of the page cannot drop the value', async () => {
    await pageListens()
    const [landing] = await carry('low')
    await (await drag('[name="mood"]', 'of the page', 'application/x-page')).drop()
    expect(new Set(await heardByPage())).toEqual(new Set(['dragenter', 'dragover', 'drop']))
    await open.page.evaluate((type) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData(type, 'one')
      for (const name of ['dragover', 'drop'])
        document
          .querySelector('[name="mood"]')
          ?.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
    }, carriedType)
    expect(await held()).toEqual(before)
    await (await drag('[name="mood"]', 'one')).drop()
    expect(said(await landing)).toBe('Mood written')
  })

  test('a new drag ends the one before, and letting go ends the new one; then the page takes drags again', async () => {
    await pageListens()
    const [first] = await carry('low')
    const [second] = await carry('high', 'two')
    expect(await first).toBeNull()
    await open.letGo()
    expect(await second).toBeNull()
    await (await drag('[name="mood"]', 'two')).drop()
    expect(new Set(await heardByPage())).toEqual(new Set(['dragenter', 'dragover', 'drop']))
    expect(await held()).toEqual(before)
  })

  test('the page takes drags again after the drop', async () => {
    await pageListens()
    const [landing] = await carry('low')
    await (await drag('[name="mood"]', 'one')).drop()
    expect(said(await landing)).toBe('Mood written')
    await (await drag('#course', 'one')).drop()
    expect(new Set(await heardByPage())).toEqual(new Set(['dragenter', 'dragover', 'drop']))
    expect(await held()).toEqual(['low', ...before.slice(1)])
  })
})
