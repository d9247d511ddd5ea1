import type { FormEdit, Layout } from '../../lib/contracts/index.ts'
import type { TemplateDraftPort } from './draft-port.ts'

/** The last loaded list of layouts and its user. It must not be shown to another user. */
export interface KeptLayouts {
  email: string
  /** ISO time. */
  keptAt: string
  layouts: Layout[]
}

/** Stores a user's instructions and conditions for the fields of forms. They stay until the user changes them. */
export interface FormEditsPort {
  read(): Promise<FormEdit[]>
  /** Updates the stored edits. `update` gets the value that is stored at that moment. */
  change(update: (edits: FormEdit[]) => FormEdit[]): Promise<void>
  /** Calls the listener at every change. Returns a function to stop. */
  watch(listener: (edits: FormEdit[]) => void): () => void
}

/** What the template screens store on this device, and how they open in a tab. */
export interface TemplatesPort {
  /** The last loaded list, shown while the server cannot be reached. */
  lastList: { read(): Promise<KeptLayouts | null>; write(kept: KeptLayouts): Promise<void> }
  draft(email: string, layoutId: string): TemplateDraftPort
  formEdits(email: string): FormEditsPort
  /** Opens a path of these screens in a new tab. Undefined if they are already in a tab. */
  openInTab?: (path: string) => void
}
