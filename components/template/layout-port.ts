import type { FormEdit, Layout } from '../../lib/contracts/index.ts'
import type { TemplateDraftPort } from './editor-properties.ts'

/** The list as it was last seen, and by whom: it is shown to nobody else. */
export interface KeptLayouts {
  email: string
  /** ISO time. */
  keptAt: string
  layouts: Layout[]
}

/** Instructions and conditions for fields of pages' forms; they outlive the browser. */
export interface FormEditsPort {
  read(): Promise<FormEdit[]>
  /** Changes what is stored at that moment. */
  change(update: (edits: FormEdit[]) => FormEdit[]): Promise<void>
  /** Calls at every change; returns the way to stop it. */
  watch(listener: (edits: FormEdit[]) => void): () => void
}

/** What the screens of templates keep on this device, and where they open. */
export interface TemplatesPort {
  /** The last list, so that it can be read while the server is away. */
  lastList: { read(): Promise<KeptLayouts | null>; write(kept: KeptLayouts): Promise<void> }
  /** Unsaved changes of one person in one layout. */
  draft(email: string, layoutId: string): TemplateDraftPort
  /** What one person wrote about the fields of the forms of their EHR. */
  formEdits(email: string): FormEditsPort
  /** Opens a path of these screens in a tab of its own; absent where there is one already. */
  openInTab?: (path: string) => void
}
