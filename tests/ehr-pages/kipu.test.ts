import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import type { FillPlan, PageReading, PageValue, Receipt } from '../../lib/page/shapes.ts'
import { type OpenPage, openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import { serveKipu } from './stage.ts'

let room: PageRoom
let stage: Awaited<ReturnType<typeof serveKipu>>

beforeAll(async () => {
  stage = await serveKipu()
  room = await openPageRoom()
})
afterAll(async () => {
  await room.close()
  stage.close()
})

const progressNote = '/patients/310/patient_evaluations/501/edit?process=3'
const intake = '/patients/311/patient_evaluations/502/edit'

async function opened(path: string): Promise<{ open: OpenPage; reading: PageReading }> {
  const open = await room.open(stage.url(path))
  const reading = await open.read()
  if (!reading) throw new Error('The page was not read.')
  return { open, reading }
}

/**
 * Returns the values that the page keeps, the clicks that it received, the injected code that has run, and the number
 * of saves.
 */
const pageState = (open: OpenPage) =>
  open.page.evaluate(
    () =>
      (
        window as unknown as {
          kipu: { model: Record<string, unknown>; presses: string[]; executed: string[]; saves: number }
        }
      ).kipu,
  )

/** Returns the values of all controls. Tests compare them before a fill, after the fill and after undo. */
const controls = (open: OpenPage) =>
  open.page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        'form.edit_patient_evaluation :is(input, textarea, select, [contenteditable])',
      ),
    ].map((each) => [each.id || each.name, each.isContentEditable ? each.innerHTML : each.value, each.checked ?? null]),
  )

const said = (values: Record<string, string | string[]>): PageValue[] =>
  Object.entries(values).map(([label, value]) => ({ label, value: [value].flat() }))

const outcomes = (receipts: Receipt[]) =>
  Object.fromEntries(receipts.map(({ label, outcome, reason }) => [label, reason ? `${outcome}: ${reason}` : outcome]))

const noteValues = said({
  'Evaluation Date': '2026-11-21',
  'Start Time': '2026-11-21T09:00',
  'End Time': '2026-11-21 09:50',
  'Location of Service': 'Telehealth, from home',
  Affect: 'full RANGE',
  'Oriented to person, place and time': 'true',
  'Level of Participation': 'moderate',
  'Themes Discussed': ['Relapse prevention', 'grief'],
  'Changes in Medication': 'Two lines:\n\nsertraline <b>100 mg</b> & "taper"',
  'Response to Treatment': 'First line.\n\n<img src=x onerror="kipu.executed.push(1)"> stays text',
  'Progress Note': '<script>kipu.executed.push(2)</script>',
  'Next Session': '2026-12-05',
})

describe('Reading a Kipu evaluation', () => {
  test('finds the patient, the form, and every field with its label, section, kind and options', async () => {
    const { reading } = await opened(progressNote)
    expect(reading.source).toBe('kipu')
    expect(reading.patient).toEqual({
      name: 'Rosa Lindqvist',
      identifier: '2019-77',
      birthDate: '1984-07-09',
      chartKey: '310',
    })
    expect(reading.form).toMatchObject({ title: 'Individual Progress Note', signed: false })
    expect(
      reading.fields.map(({ label, section, kind, options, locked }) => [label, section, kind, options, locked ?? '']),
    ).toEqual([
      ['Evaluation Date', '', 'date', [], ''],
      ['Start Time', '', 'date_time', [], ''],
      ['End Time', '', 'date_time', [], ''],
      ['Location of Service', 'Presentation', 'text', [], ''],
      ['Affect', 'Presentation', 'single_choice', ['Full range', 'Flat', 'Labile'], ''],
      ['Oriented to person, place and time', 'Presentation', 'boolean', ['Yes', 'No'], ''],
      ['Level of Participation', 'Presentation', 'single_choice', ['Active', 'Moderate', 'Minimal'], ''],
      ['Themes Discussed', 'Presentation', 'multiple_choice', ['Grief', 'Relapse prevention', 'Other'], ''],
      ['Themes Discussed: Other', 'Presentation', 'text', [], ''],
      ['Changes in Medication: No/None', 'Note', 'boolean', [], ''],
      ['Changes in Medication', 'Note', 'long_text', [], ''],
      ['Response to Treatment', 'Note', 'rich_text', [], ''],
      ['Progress Note', 'Note', 'long_text', [], ''],
      ['Next Session', 'Note', 'date', [], ''],
      ['PHQ-9 item 9', 'Note', 'single_choice', ['Not at all', 'Several days'], 'scored'],
    ])
    expect(reading.fields.every(({ rule, score }) => rule === 'site' && score > 0.7)).toBe(true)
  })

  test('finds tables with their headers, the present values, and locked fields', async () => {
    const { reading } = await opened(intake)
    const named = (label: string) => reading.fields.filter((field) => field.label === label)
    expect(reading.patient).toEqual({ name: 'Theo Marchetti', identifier: '', chartKey: '311' })
    expect(named('Assessed On')[0]).toMatchObject({ kind: 'date_time', format: 'MM/DD/YYYY hh:mm A' })
    expect(named('Use History')[0]).toMatchObject({
      kind: 'table',
      table: { headers: ['Substance', 'First use', 'Last use'], rows: 2 },
      value: ['', '', '', '', '', ''],
    })
    expect(named('Substances Used in the Last Month')[0]?.value).toEqual(['None'])
    expect(named('Comments').map(({ section, value }) => [section, value])).toEqual([
      ['Substance Use', ['Written at the front desk.']],
      ['Family', []],
    ])
    expect(named('Referred By')[0]?.locked).toBe('read-only')
    expect(named('Goal')).toHaveLength(2)
    expect(new Set(reading.fields.map(({ id }) => id)).size).toBe(reading.fields.length)
  })

  test('gives a field the same id when the same form is opened for another patient and visit', async () => {
    const { reading: first } = await opened(progressNote)
    const other = await room.open(stage.url(progressNote))
    await other.page.evaluate(() => {
      const form = document.querySelector('form.edit_patient_evaluation')
      form?.setAttribute('action', '/patients/9999/patient_evaluations/12345')
      for (const item of document.querySelectorAll('.patient_evaluation_item'))
        item.id = item.id.replace(/\d+$/, '90210')
    })
    expect((await other.read())?.fields.map(({ id }) => id)).toEqual(first.fields.map(({ id }) => id))
  })

  test('reports a signed evaluation as signed, and refuses to plan for it', async () => {
    const { reading } = await opened('/patients/310/patient_evaluations/503')
    expect(reading.form).toMatchObject({ title: 'Discharge Summary', signed: true })
    expect(reading.fields.map(({ label, value, locked }) => [label, value, locked])).toEqual([
      ['Course of Treatment', ['Completed the program.'], 'signed'],
      ['Discharged Home', ['Yes'], 'signed'],
    ])
    expect(planFill(reading, said({ 'Course of Treatment': 'New words' }))).toMatchObject({
      writes: [],
      refusals: [{ reason: 'signed' }],
    })
  })
})

describe('Filling a Kipu evaluation', () => {
  test('writes every kind of field into the page’s own model, although the form is re-rendered during the fill', async () => {
    const { open, reading } = await opened(progressNote)
    const plan = planFill(reading, noteValues)
    expect(plan.refusals).toEqual([])
    expect(plan.writes).toHaveLength(noteValues.length)
    const receipts = await open.fill(plan)
    expect(outcomes(receipts)).toEqual(Object.fromEntries(noteValues.map(({ label }) => [label, 'written'])))

    const { model, presses, executed, saves } = await pageState(open)
    expect(model).toMatchObject({
      '[evaluation_date]': '11/21/2026',
      '[start_time]': '11/21/2026 09:00 AM',
      '[end_time]': '11/21/2026 09:50 AM',
      '[eval_strings_attributes][0][description]': 'Telehealth, from home',
      '[eval_strings_attributes][1][description]': 'Full range',
      '[eval_strings_attributes][2][description]': 'Yes',
      '[eval_strings_attributes][3][description]': ' Moderate',
      '[eval_boxes_attributes][0][description][]': ['Grief', 'Relapse prevention'],
      '[eval_texts_attributes][0][description]': 'Two lines:\n\nsertraline <b>100 mg</b> & "taper"',
      '[progress_note]': '<script>kipu.executed.push(2)</script>',
      '[eval_timestamps_attributes][0][timestamp]': '12/05/2026',
    })
    expect(model['[eval_texts_attributes][1][description]']).toContain('&lt;img src=x onerror=')
    expect(saves).toBe(2)
    expect(presses).toEqual([])
    expect(executed).toEqual([])
    expect(
      (await open.read())?.fields.filter(({ value }) => value.length > 0 && value[0] !== 'No').length,
    ).toBeGreaterThanOrEqual(noteValues.length)
  })

  test('undo puts every control back exactly as it was', async () => {
    const { open, reading } = await opened(progressNote)
    const before = await controls(open)
    await open.fill(planFill(reading, noteValues))
    expect(await controls(open)).not.toEqual(before)
    const receipts = await open.undo()
    expect(new Set(receipts.map(({ outcome }) => outcome))).toEqual(new Set(['written']))
    expect(await controls(open)).toEqual(before)
    expect((await pageState(open)).presses).toEqual([])
  })

  test('undo does not change what someone edited after the fill', async () => {
    const { open, reading } = await opened(progressNote)
    await open.fill(planFill(reading, said({ 'Location of Service': 'Office', 'Progress Note': 'First draft' })))
    await open.page.type('#progress_note_text_field', ', and more by hand')
    expect(outcomes(await open.undo())).toEqual({
      'Location of Service': 'written',
      'Progress Note': 'refused: page-moved',
    })
    expect(await open.page.$eval('#progress_note_text_field', (text) => (text as HTMLTextAreaElement).value)).toBe(
      'First draft, and more by hand',
    )
  })

  test('clicks boxes whose handlers change other boxes, and fills tables cell by cell', async () => {
    const { open, reading } = await opened(intake)
    const receipts = await open.fill(
      planFill(
        reading,
        said({
          'Substances Used in the Last Month': ['Alcohol', 'Cannabis'],
          'Use History': ['Alcohol', '16', 'last week', '', '', ''],
        }),
      ),
    )
    expect(outcomes(receipts)).toEqual({ 'Substances Used in the Last Month': 'written', 'Use History': 'written' })
    const { model } = await pageState(open)
    expect(model['[eval_boxes_attributes][0][description][]']).toEqual(['Alcohol', 'Cannabis'])
    expect(model['[eval_matrices_attributes][0][field3]']).toBe('last week')
    await open.undo()
    expect((await open.read())?.fields.find(({ label }) => label.startsWith('Substances'))?.value).toEqual(['None'])
  })

  test('fills selects that Chosen and select2 have replaced by widgets, and undo shows the old choices again', async () => {
    const { open, reading } = await opened('/patients/314/patient_evaluations/505/edit')
    const drawn = () =>
      open.page.$$eval('.chosen-single span, .search-choice', (all) => all.map(({ textContent }) => textContent))
    const [before, stood] = [await controls(open), await drawn()]
    const receipts = await open.fill(
      planFill(
        reading,
        said({
          'Level of Care After Discharge': 'residential',
          'Services Arranged': ['Sponsor', 'transport'],
          'Left Against Advice': 'yes',
          'Appointment With': 'Therapist',
        }),
      ),
    )
    expect(outcomes(receipts)).toEqual({
      'Level of Care After Discharge': 'written',
      'Services Arranged': 'written',
      'Left Against Advice': 'refused: read-only',
      'Appointment With': 'written',
    })
    expect((await pageState(open)).model).toMatchObject({
      '[eval_strings_attributes][0][description]': 'Residential',
      '[eval_strings_attributes][1][description][]': ['Transport', 'Sponsor'],
      '[eval_strings_attributes][3][description]': 'Therapist',
    })
    expect(await drawn()).toEqual(['Residential', 'Transport', 'Sponsor', 'No'])
    expect(new Set((await open.undo()).map(({ outcome }) => outcome))).toEqual(new Set(['written']))
    expect([await controls(open), (await drawn()).map((each) => each?.trim())]).toEqual([before, stood])
    await open.page.close()
  })

  test('reports it when the page does not keep a value', async () => {
    const { open, reading } = await opened(intake)
    expect(outcomes(await open.fill(planFill(reading, said({ 'Rejected by the Page': 'ours' }))))).toEqual({
      'Rejected by the Page': 'failed: rejected-by-page',
    })
  })

  test('does not overwrite what someone typed after the plan was shown', async () => {
    const { open, reading } = await opened(progressNote)
    const plan = planFill(reading, said({ 'Progress Note': 'From the session' }))
    await open.page.type('#progress_note_text_field', 'By hand')
    expect(outcomes(await open.fill(plan))).toEqual({ 'Progress Note': 'refused: page-moved' })
    expect((await pageState(open)).model['[progress_note]']).toBeUndefined()
  })
})

describe('Whose chart it is', () => {
  const values = said({ 'Location of Service': 'Office', 'Progress Note': 'Words' })
  const nothingWritten = async (open: OpenPage, plan: FillPlan, reason: string, confirmed?: string) => {
    const before = await controls(open)
    const receipts = await open.fill(plan, confirmed)
    expect(receipts).toHaveLength(2)
    expect(receipts.every((receipt) => receipt.outcome === 'refused' && receipt.reason === reason)).toBe(true)
    expect(await controls(open)).toEqual(before)
  }

  test('another patient on the page: nothing is written', async () => {
    const { open, reading } = await opened(progressNote)
    await open.page.$eval('#patient_header h1', (name) => {
      name.textContent = 'Someone Else'
    })
    await nothingWritten(open, planFill(reading, values), 'wrong-patient')
  })

  test('a session of another patient: the plan refuses everything', async () => {
    const { reading } = await opened(progressNote)
    const plan = planFill(reading, values, { patient: { name: 'Rosa Lindqvist', identifier: '2020-11' } })
    expect(plan.writes).toEqual([])
    expect(plan.refusals.map(({ reason }) => reason)).toEqual(['wrong-patient', 'wrong-patient'])
  })

  test('another address in the same document: nothing is written', async () => {
    const { open, reading } = await opened(progressNote)
    await open.page.evaluate(() => history.pushState(null, '', '/patients/310/patient_evaluations/777/edit'))
    await nothingWritten(open, planFill(reading, values), 'page-moved')
  })

  test('the page was reloaded: an earlier plan writes nothing', async () => {
    const { open, reading } = await opened(progressNote)
    await open.page.reload()
    await nothingWritten(open, planFill(reading, values), 'page-moved')
  })

  test('signed since the plan was made: nothing is written', async () => {
    const { open, reading } = await opened(progressNote)
    await open.page.evaluate(() => {
      const view = document.createElement('div')
      view.id = 'show_patient_evaluation'
      document.body.prepend(view)
    })
    await nothingWritten(open, planFill(reading, values), 'signed')
  })

  test('the patient changes during the fill: the rest is not written, and what was written is not reported as verified', async () => {
    const { open, reading } = await opened(progressNote)
    await open.page.$eval('#patient_evaluation_eval_strings_attributes_0_description', (control) => {
      control.addEventListener('change', () => {
        const name = document.querySelector('#patient_header h1')
        if (name) name.textContent = 'Someone Else'
      })
    })
    expect(outcomes(await open.fill(planFill(reading, values)))).toEqual({
      'Location of Service': 'failed: wrong-patient',
      'Progress Note': 'refused: wrong-patient',
    })
  })

  test('no patient on the page: filled only with a name that the clinician confirmed', async () => {
    const { open } = await opened(progressNote)
    await open.page.$eval('#patient_header', (header) => header.remove())
    const reading = await open.read()
    if (!reading) throw new Error('The page was not read.')
    expect(reading.patient).toBeNull()
    await nothingWritten(open, planFill(reading, values), 'wrong-patient')
    expect(outcomes(await open.fill(planFill(reading, values), 'Rosa Lindqvist'))).toEqual({
      'Location of Service': 'written',
      'Progress Note': 'written',
    })
  })
})
