import type { LayoutDraft } from '../../../lib/contracts/index.ts'
import { templateProblems } from '../../../lib/template/index.ts'
import { Problem } from '../../problem.ts'
import type { Row } from './row.ts'

/** What a person writes of a layout, as the table keeps it. */
export type LayoutContent = Pick<Row, 'name' | 'type' | 'source' | 'group' | 'definition'>

const issuesMax = 50

/** What a draft becomes in the table. Throws `invalid_request` for a draft that contradicts itself, naming the field. */
export function fromDraft(draft: LayoutDraft): LayoutContent {
  const { name, type, source, description, instructions, fields, text, form, config } = draft
  if (fields !== undefined && text !== undefined) {
    throw new Problem('invalid_request', 'A layout has either fields or a text.', [
      { path: 'text', message: 'Leave this out, or leave out fields.' },
    ])
  }
  refuseProblems({ name, fields: fields ?? [] })
  const content = text === undefined ? { fields: fields ?? [], ...(form && { form }) } : { text }
  const group = draft.group === undefined || draft.group === '' ? null : draft.group
  return { name, type, source, group, definition: { description, instructions, config, ...content } }
}

/** Throws `invalid_request` with the first error's sentence, and all of them as issues. */
export function refuseProblems(template: Parameters<typeof templateProblems>[0]): void {
  const errors = templateProblems(template).filter(({ level }) => level === 'error')
  const [first] = errors
  if (first === undefined) return
  const issues = errors.slice(0, issuesMax).map(({ fieldId, message }) => {
    const index = template.fields.findLastIndex(({ id }) => id === fieldId)
    return { path: index === -1 ? 'name' : `fields.${index}`, message }
  })
  throw new Problem('invalid_request', first.message, issues)
}
