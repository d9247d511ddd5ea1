import { fromDescription } from './from-description.ts'
import { fromExample } from './from-example.ts'
import type { Proposal, ProposeRequest } from './proposal.ts'

/**
 * Proposes a template with rules instead of a model. The rules use the known sections, and the lines and lists of the
 * text.
 */
export const proposeFrom = (kind: ProposeRequest['kind'], text: string): Proposal =>
  kind === 'description' ? fromDescription(text) : fromExample(text)
