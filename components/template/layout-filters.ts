import type { Layout, LayoutAccess, LayoutSource } from '../../lib/contracts/index.ts'
import { layoutAccess } from '../../lib/template/index.ts'

/** The filters of the layout list. An undefined filter has no effect. */
export interface LayoutFilters {
  search?: string
  group?: string
  source?: LayoutSource
  access?: LayoutAccess
}

/** True if a layout of the list on this device passes the filters. The server uses the same rules. */
export function fitsFilters(layout: Layout, filters: LayoutFilters, email: string): boolean {
  const { search = '', group, source, access } = filters
  const words = `${layout.name}\n${layout.group ?? ''}`.toLowerCase()
  return (
    words.includes(search.trim().toLowerCase()) &&
    (group === undefined || layout.group === group) &&
    (source === undefined || layout.source === source) &&
    (access === undefined || layoutAccess(layout, email) === access)
  )
}

/** Sorts by name, with the layouts of the page's EHR first. */
export const inOrder = (layouts: readonly Layout[], pageSource: LayoutSource | null): Layout[] =>
  layouts.toSorted(
    (a, b) => Number(b.source === pageSource) - Number(a.source === pageSource) || a.name.localeCompare(b.name),
  )

/** Returns the groups of a stored list by name, with the number of layouts in each. */
export function groupsOf(layouts: readonly Layout[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { group } of layouts) if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => a.name.localeCompare(b.name))
}
