import { fromDescription } from './from-description.ts'
import { fromExample } from './from-example.ts'
import type { Proposal, ProposeRequest } from './proposal.ts'

export const proposeFrom = (kind: ProposeRequest['kind'], text: string): Proposal =>
  kind === 'description' ? fromDescription(text) : fromExample(text)
