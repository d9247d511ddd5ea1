import type { Layout, LayoutAccess } from '../contracts/index.ts'

/**
 * Returns what a user may do with a layout (product 6.1, 6.2). A layout without an email is public, editors may save,
 * and only the owner may delete.
 */
export function layoutAccess(layout: Pick<Layout, 'email' | 'editors'>, email: string): LayoutAccess {
  if (layout.email === undefined) return 'public'
  if (layout.email === email) return 'owner'
  return layout.editors.includes(email) ? 'editor' : 'viewer'
}
