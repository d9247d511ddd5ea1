import type { Layout, LayoutAccess } from '../contracts/index.ts'

/**
 * Returns what the user with this `email` may do with a layout (product 6.1, 6.2). The server sends `access` with every
 * saved layout. An example that comes with the product has no `access`. The result then follows from its owner
 * (`layout.email`) and its editors. An example without an owner is `public`.
 */
export function layoutAccess(layout: Pick<Layout, 'access' | 'email' | 'editors'>, email: string): LayoutAccess {
  if (layout.access !== undefined) return layout.access
  if (layout.email === undefined) return 'public'
  if (layout.email === email) return 'owner'
  return layout.editors.includes(email) ? 'editor' : 'viewer'
}
