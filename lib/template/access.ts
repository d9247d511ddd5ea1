import type { Layout, LayoutAccess } from '../contracts/index.ts'

/**
 * Returns what a user may do with a layout (product 6.1, 6.2). The server sends `access` with every saved layout. An
 * example that comes with the product has no `access`; its access follows from the owner and the editors: a layout
 * without an email is public, editors may save, and only the owner may delete.
 */
export function layoutAccess(layout: Pick<Layout, 'access' | 'email' | 'editors'>, email: string): LayoutAccess {
  if (layout.access !== undefined) return layout.access
  if (layout.email === undefined) return 'public'
  if (layout.email === email) return 'owner'
  return layout.editors.includes(email) ? 'editor' : 'viewer'
}
