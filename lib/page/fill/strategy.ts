import type { TargetField } from './guard.ts'
import type { State } from './state.ts'

export interface Wanted {
  to: string[]
  forbidden: string
  before?: State | undefined
}

export interface FillStrategy {
  name: string
  prepare?(target: TargetField, request: Wanted): { ready: () => boolean; limitMs: number }
  write(target: TargetField, request: Wanted): boolean | undefined
  restMs?: number
}
