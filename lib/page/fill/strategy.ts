import type { TargetField } from './guard.ts'
import type { State } from './state.ts'

export interface Wanted {
  to: string[]
  forbidden: string
  before?: State | undefined
}

export interface FillStrategy {
  name: string
  prepare?(found: TargetField, wanted: Wanted): { ready: () => boolean; limitMs: number }
  write(found: TargetField, wanted: Wanted): boolean | undefined
  restMs?: number
}
