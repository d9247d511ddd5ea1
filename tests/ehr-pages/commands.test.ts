import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const run = promisify(execFile)
const page = path('./kipu/progress-note.html')

test('page:scan prints what a page contains, as JSON and nothing else', async () => {
  const { stdout } = await run(process.execPath, [path('../../scripts/page-scan.ts'), page])
  const { patient, form, fields } = JSON.parse(stdout)
  expect(patient.name).toBe('Rosa Lindqvist')
  expect(form.title).toBe('Individual Progress Note')
  expect(fields.find(({ label }: { label: string }) => label === 'Affect')).toMatchObject({
    kind: 'single_choice',
    options: ['Full range', 'Flat', 'Labile'],
    value: [],
    names: ['patient_evaluation[eval_strings_attributes][1][description]'],
    rule: 'site',
    score: 0.95,
  })
})

test('page:fill writes values by label and prints a receipt for each, as JSON and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-'))
  try {
    const values = join(folder, 'values.json')
    await writeFile(
      values,
      JSON.stringify({ Affect: 'flat', 'Progress Note': ['Words.'], 'PHQ-9 item 9': '0', Unknown: 'x' }),
    )
    const { stdout } = await run(process.execPath, [path('../../scripts/page-fill.ts'), page, values])
    const receipts = JSON.parse(stdout).map(({ label, outcome, reason }: Record<string, string>) => [
      label,
      outcome,
      reason ?? '',
    ])
    expect(receipts).toEqual([
      ['Affect', 'written', ''],
      ['Progress Note', 'written', ''],
      ['PHQ-9 item 9', 'refused', 'scored'],
      ['Unknown', 'refused', 'not-found'],
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('page:fill makes no choice that undo could not take away, unless it is told that such choices are permanent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-'))
  try {
    const [form, values] = [join(folder, 'form.html'), join(folder, 'values.json')]
    await writeFile(
      form,
      `<!doctype html><title>Form</title><form action="/notes/1"><p id="m">Mood</p>
       <div role="combobox" tabindex="0" aria-labelledby="m" onclick="list.hidden = false">Select…</div>
       <div id="list" role="listbox" hidden><div role="option" onclick="document.querySelector('[role=combobox]').textContent = 'Low'">Low</div></div></form>`,
    )
    await writeFile(values, JSON.stringify({ Mood: 'low' }))
    const fill = async (...more: string[]) => {
      const { stdout } = await run(process.execPath, [
        path('../../scripts/page-fill.ts'),
        form,
        values,
        '--patient',
        'Rosa Lindqvist',
        ...more,
      ])
      return JSON.parse(stdout)
    }
    expect(await fill()).toMatchObject([{ label: 'Mood', outcome: 'refused', reason: 'irreversible', after: [] }])
    expect(await fill('--irreversible')).toMatchObject([{ outcome: 'written', irreversible: true, after: ['Low'] }])
  } finally {
    await rm(folder, { recursive: true })
  }
})
