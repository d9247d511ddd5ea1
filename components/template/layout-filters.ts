import type { Layout, LayoutAccess, LayoutSource } from '../../lib/contracts/index.ts'
import { layoutAccess } from '../../lib/template/index.ts'

/** Which layouts are listed; what is absent does not narrow. */
export interface LayoutFilters {
  /** Over names and groups. */
  search?: string
  group?: string
  source?: LayoutSource
  access?: LayoutAccess
}

/** Whether a kept layout is one the server would list for these filters. */
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

/** The page's own layouts first, then by name. */
export const inOrder = (layouts: readonly Layout[], pageSource: LayoutSource | null): Layout[] =>
  layouts.toSorted(
    (a, b) => Number(b.source === pageSource) - Number(a.source === pageSource) || a.name.localeCompare(b.name),
  )

/** The groups of a kept list, by name, with how many layouts stand in each. */
export function groupsOf(layouts: readonly Layout[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { group } of layouts) if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => a.name.localeCompare(b.name))
}
