import type { Template } from '../../lib/contracts/index.ts'

/** Unsaved changes of a template, as stored on this device. */
export interface UnsavedTemplate {
  /** The saved version when editing began. */
  saved: Template
  edited: Template
}

/** Stores the unsaved changes of one template, so that closing the editor loses nothing. */
export interface TemplateDraftPort {
  load(): Promise<UnsavedTemplate | null>
  save(unsaved: UnsavedTemplate): Promise<void>
  clear(): Promise<void>
}
