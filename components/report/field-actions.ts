import type { UnsavedEdit } from '../panel/working-session.ts'
import type { Verdict } from './flags.tsx'

/** Actions on a field of a note that is not signed. Each one rejects if the server refuses. */
export interface FieldActions {
  save(value: string[]): Promise<unknown>
  judge(index: number, verdict: Verdict): Promise<unknown>
  rewrite(instruction?: string): Promise<unknown>
  /** True if the field can be rewritten with an instruction, such as "Shorter". */
  instructs: boolean
  undo(): Promise<unknown>
  /** Stores the unsaved edit. Null removes it. */
  keep(edit: UnsavedEdit | null): void
}
