import type { SignInMethod } from '../contracts/directory.ts'
import type { CaptureSource, PolicyFeature } from '../contracts/policy.ts'

export type PolicyAction =
  | { kind: 'connect'; url: string; server: string }
  | { kind: 'directory'; directoryId: string | null }
  | { kind: 'work' }
  /** Record, write a note or read a page with this version of the extension. */
  | { kind: 'version' }
  | { kind: 'page'; host: string }
  | { kind: 'capture'; source: CaptureSource }
  | { kind: 'record'; consented: number | null }
  | { kind: 'sign-in'; method: SignInMethod }
  | { kind: 'feature'; feature: PolicyFeature }
  | { kind: 'model'; slot: number }
  | { kind: 'popup-button' }
  /** Leave a recording that could not be sent for an hour without a copy outside of the browser. */
  | { kind: 'without-copy' }
  | { kind: 'keep-audio'; ageDays: number }
  /** Keep on the device a text from which no note was made. `ageDays`: days since the last change of the text. */
  | { kind: 'keep-text'; ageDays: number }
  | { kind: 'change-server' }
