import fc from 'fast-check'
import { planFill } from '../../lib/page/plan/plan.ts'
import { openPageRoom } from '../../scripts/page-room.ts'
import { oddTexts } from './odd-values.ts'
import type { Surface } from './surface.ts'

const kinds = ['text', 'textarea', 'select', 'radio', 'checkbox', 'editable', 'number', 'date'] as const
const wrappers = ['div', 'td', 'fieldset', 'details', 'form', 'label', 'li', 'section'] as const

interface Question {
  kind: (typeof kinds)[number]
  label: string
  options: string[]
  wrapper: (typeof wrappers)[number]
  /** Attributes of the control. */
  attributes: Record<string, string>
  /** How the label is bound to the control. */
  binding: 'for' | 'around' | 'aria-label' | 'aria-labelledby' | 'before' | 'placeholder' | 'none'
}

const words = [
  'Mood',
  'Sleep',
  'Plan',
  'Risk',
  'Appetite',
  'Chief complaint',
  'Mood',
  'Date of visit',
  'Notes',
  'PHQ-9',
]
const label = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...words) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)).map((pair) => pair.join(' ')),
  },
  { weight: 2, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
)
const attribute = fc.constantFrom(
  'id',
  'name',
  'title',
  'class',
  'maxlength',
  'hidden',
  'disabled',
  'readonly',
  'aria-hidden',
  'aria-describedby',
  'autocomplete',
  'data-value',
  'role',
  'style',
  'required',
  'pattern',
  'multiple',
)
const attributeValue = fc.oneof(
  fc.constantFrom('display:none', 'true', 'false', '-1', '0', '1', 'off', 'textbox', 'combobox', 'presentation'),
  fc.constantFrom(...words, ...oddTexts),
)
const anyQuestion: fc.Arbitrary<Question> = fc.record({
  kind: fc.constantFrom(...kinds),
  label,
  // A question without a control would be a heading: people, too, read it as the label of the next control.
  options: fc.array(fc.oneof(fc.constantFrom('Low', 'High', 'None', 'Other', 'Yes', 'No'), label), {
    minLength: 1,
    maxLength: 5,
  }),
  wrapper: fc.constantFrom(...wrappers),
  attributes: fc.dictionary(attribute, attributeValue, { maxKeys: 2 }),
  binding: fc.constantFrom('for', 'around', 'aria-label', 'aria-labelledby', 'before', 'placeholder', 'none'),
})

/** People, too, read a text that nothing binds to a hidden control as the label of the next control. */
const isSeen = ({ binding, attributes }: Question) =>
  binding !== 'before' || !('hidden' in attributes || 'style' in attributes)
const question = anyQuestion.filter(isSeen)

const escaped = (text: string) =>
  text.toWellFormed().replace(/[&<>"\0]/g, (letter) => `&#${letter === '\0' ? 65_533 : letter.charCodeAt(0)};`)

/** The markup of a question. `data-question` marks each control with the number of its question. */
function markupOf({ kind, label, options, wrapper, attributes, binding }: Question, index: number): string {
  const name = escaped(label)
  const own = Object.entries(attributes)
    .filter(([key]) => key !== 'id' || binding !== 'for')
    .map(([key, value]) => `${key}="${escaped(value)}"`)
  const bound = {
    for: `id="q${index}"`,
    around: '',
    'aria-label': `aria-label="${name}"`,
    'aria-labelledby': `aria-labelledby="l${index}"`,
    before: '',
    placeholder: `placeholder="${name}"`,
    none: '',
  }[binding]
  // The first of two attributes with one name counts.
  const given = [`data-question="${index}"`, bound, ...own].join(' ')
  const choices = (type: string) =>
    options
      .map((option) => `<label><input type="${type}" name="c${index}" ${given}>${escaped(option)}</label>`)
      .join('')
  const control = {
    text: `<input type="text" ${given}>`,
    number: `<input type="number" ${given}>`,
    date: `<input type="date" ${given}>`,
    textarea: `<textarea ${given}></textarea>`,
    editable: `<div contenteditable="true" ${given}></div>`,
    select: `<select ${given}><option></option>${options.map((option) => `<option>${escaped(option)}</option>`).join('')}</select>`,
    radio: choices('radio'),
    checkbox: choices('checkbox'),
  }[kind]
  const named = {
    for: `<label for="q${index}">${name}</label>${control}`,
    around: `<label>${name} ${control}</label>`,
    'aria-label': control,
    'aria-labelledby': `<span id="l${index}">${name}</span>${control}`,
    before: `<b>${name}</b> ${control}`,
    placeholder: control,
    none: control,
  }[binding]
  return wrapper === 'td' ? `<table><tr><td>${named}</td></tr></table>` : `<${wrapper}>${named}</${wrapper}>`
}

const answerTo = (index: number) => `Answer number ${index} of this visit`
/** In ms: the longest time for each of reading, planning and filling a page. */
const slowMs = 20_000

async function quick<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = Date.now()
  const result = await work()
  if (Date.now() - startedAt > slowMs) throw new Error(`It took too long to ${step} a page.`)
  return result
}

/**
 * Pages with odd forms, up to six at the same time. Each is read, filled and undone. A text must never stand under another question than its own,
 * and after undo each control holds what it held before.
 */
export async function openPages(): Promise<Surface<Question[][]>> {
  const room = await openPageRoom()
  async function tryPage(questions: Question[]): Promise<void> {
    const markup = `<!doctype html><meta charset="utf-8"><title>Chart</title><h1>Visit</h1>${questions.map(markupOf).join('\n')}`
    const open = await room.open(`data:text/html;charset=utf-8,${encodeURIComponent(markup)}`)
    const contents = () =>
      open.page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[data-question]')].map((control) => ({
          question: Number(control.dataset.question),
          text:
            control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type)
              ? String(control.checked)
              : 'value' in control
                ? String(control.value)
                : control.textContent.trim(),
        })),
      )
    try {
      const before = await contents()
      const reading = await quick('read', () => open.read())
      const values = questions.map(({ label, kind, options }, index) => ({
        label,
        value: ['select', 'radio', 'checkbox'].includes(kind) ? options.slice(0, 1) : [answerTo(index)],
      }))
      const plan = await quick('plan', async () => planFill(reading, values))
      await quick('fill', () => open.fill(plan, 'Rosa Lindqvist'))
      for (const { question, text } of await contents()) {
        const other = questions.findIndex((_, index) => index !== question && text.includes(answerTo(index)))
        if (other >= 0 && questions[other]?.label !== questions[question]?.label)
          throw new Error('A text stands under another question.')
      }
      await quick('undo', () => open.undo())
      if (JSON.stringify(await contents()) !== JSON.stringify(before))
        throw new Error('After undo, a control holds something else than before.')
    } finally {
      await open.page.close()
    }
  }

  return {
    inputs: fc.array(fc.array(question, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6, size: 'max' }),
    async attempt(pages) {
      await Promise.all(pages.map(tryPage))
    },
    close: room.close,
  }
}
