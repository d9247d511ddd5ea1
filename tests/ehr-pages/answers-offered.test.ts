import { afterAll, beforeAll, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

async function read(body: string) {
  const html = `<!doctype html><title>Visit</title><form action="/visit">${body}</form>`
  const open = await room.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
  const reading = await open.read()
  await open.page.close()
  return reading
}

test('the columns of a grid without a table name its answers', async () => {
  const answers = ['Never', 'Sometimes', 'Always']
  const row = (first: string, cells: string[]) =>
    `<div class="row"><p>${first}</p>${cells.map((cell) => `<div>${cell}</div>`).join('')}</div>`
  const rows = ['I sleep well', 'I eat well', 'I feel rested'].map((question, at) =>
    row(
      question,
      answers.map((_answer, value) => `<input type="radio" name="q${at}" value="${value}">`),
    ),
  )
  const { fields } = await read(
    `<style>.row{display:flex}.row p{width:240px}.row div{flex:1;text-align:center}</style>${row('Last week', answers)}${rows.join('')}`,
  )
  expect(fields.map(({ label, options }) => [label, options])).toEqual([
    ['I sleep well', answers],
    ['I eat well', answers],
    ['I feel rested', answers],
  ])
})

test('a number is no name of an answer if nothing names it', async () => {
  const { fields } = await read(
    `<p>Pain today <input type="radio" name="p" value="0"> <input type="radio" name="p" value="1"> <input type="radio" name="p" value="2"></p>`,
  )
  expect(fields.map(({ options }) => options)).toEqual([['0', '1', '2']])
})

test('German and Spanish words ask for a choice, and answer yes and no', async () => {
  const { fields } = await read(
    `<p>Raucher: <label><input type="radio" name="a" value="1"> Ja</label> <label><input type="radio" name="a" value="0"> Nein</label></p>
     <p><label>Alergias <select name="b"><option value="9">Seleccione una opción</option><option>Sí</option><option>No</option></select></label></p>
     <p><label>Stand <select name="c"><option value="0">Bitte auswählen</option><option>ledig</option></select></label></p>`,
  )
  expect(fields.map(({ kind, options, value }) => [kind, options, value])).toEqual([
    ['boolean', ['Ja', 'Nein'], []],
    ['boolean', ['Sí', 'No'], []],
    ['single_choice', ['ledig'], []],
  ])
})

test('a value outside the limits of its control is refused', async () => {
  const reading = await read(
    `<p><label>Pain <input type="number" min="0" max="10" name="a"></label></p><p><label>Weight <input type="number" step="0.1" name="b"></label></p><p><label>Mail <input type="email" name="c"></label></p><p><label>Code <input pattern="\\d{5}" name="d"></label></p>`,
  )
  const plan = (values: string[]) =>
    reading.fields.map((field, at) => {
      const { writes, refusals } = planFill(reading, [
        { fieldId: field.id, label: field.label, value: [values[at] ?? ''] },
      ])
      return writes[0]?.to.join() ?? refusals[0]?.reason
    })
  expect(plan(['12', '80.25', 'ann at home', '123'])).toEqual(Array(4).fill('out-of-range'))
  expect(plan(['7', '80,5', 'ann@home.test', '12345'])).toEqual(['7', '80.5', 'ann@home.test', '12345'])
})

test('a check box in its third state has no answer', async () => {
  const { fields } = await read(
    `<p><label><input type="checkbox" name="a" id="a"> Safe at home</label></p><script>a.indeterminate = true</script>`,
  )
  expect(fields.map(({ value }) => value)).toEqual([[]])
})
