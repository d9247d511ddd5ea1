import type { SignInMethod } from '../contracts/directory.ts'
import type { CaptureSource, PolicyFeature } from '../contracts/policy.ts'

/** Everything that a policy can allow or refuse. */
export type PolicyAction =
  /** Send any request, or open any socket. `server`: the server in the settings. */
  | { kind: 'connect'; url: string; server: string }
  /** Work in a directory (an organisation). Null: work in no directory. */
  | { kind: 'directory'; directoryId: string | null }
  /** Record, write a note, or read one. Needs a seat in the directory of the policy. */
  | { kind: 'work' }
  /** Read or fill a page of this host, or allow its site permanently. */
  | { kind: 'page'; host: string }
  | { kind: 'capture'; source: CaptureSource }
  /** Begin a recording. `consented`: the version of the text that the clinician has confirmed, or null. */
  | { kind: 'record'; consented: number | null }
  | { kind: 'sign-in'; method: SignInMethod }
  | { kind: 'feature'; feature: PolicyFeature }
  | { kind: 'model'; slot: number }
  | { kind: 'popup-button' }
  /** Keep unsent audio on the device. `ageDays`: days since the recording of the audio began. */
  | { kind: 'keep-audio'; ageDays: number }
  /** Keep on the device a text from which no note was made. `ageDays`: days since the last change of the text. */
  | { kind: 'keep-text'; ageDays: number }
  /** Change the address of the server in the settings. */
  | { kind: 'change-server' }
