import type { Layout, LayoutAccess } from '../contracts/index.ts'

/** What a person may do with a layout (spec §6): no email means public, editors may save, only the owner deletes. */
export function layoutAccess(layout: Pick<Layout, 'email' | 'editors'>, email: string): LayoutAccess {
  if (layout.email === undefined) return 'public'
  if (layout.email === email) return 'owner'
  return layout.editors.includes(email) ? 'editor' : 'viewer'
}
