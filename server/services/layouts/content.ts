import type { LayoutDraft } from '../../../lib/contracts/index.ts'
import { templateProblems } from '../../../lib/template/index.ts'
import { Problem } from '../../problem.ts'
import type { Row } from './row.ts'

export type LayoutContent = Pick<Row, 'name' | 'type' | 'source' | 'group' | 'definition'>

const issuesMax = 50

export function fromDraft(draft: LayoutDraft): LayoutContent {
  const { name, type, source, description, instructions, fields, text, form, config } = draft
  if (fields !== undefined && text !== undefined) {
    throw new Problem('invalid_request', 'A template (“layout” in the API) has either fields or a text, not both.', [
      { path: 'text', message: 'Send either the text or the fields, not both.' },
    ])
  }
  refuseProblems({ name, fields: fields ?? [] })
  const content = text === undefined ? { fields: fields ?? [], ...(form && { form }) } : { text }
  const language = draft.language === undefined || draft.language === '' ? {} : { language: draft.language }
  const group = draft.group === undefined || draft.group === '' ? null : draft.group
  return { name, type, source, group, definition: { description, instructions, ...language, config, ...content } }
}

/**
 * Throws `invalid_request` if the template has errors. The message of the first error becomes the message of the
 * problem; `issues` lists up to 50 errors.
 */
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
