import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { templateEndpoints } from '../../lib/contracts/endpoints/templates.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Layout } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { usePorts } from '../ports.tsx'
import { isOffline } from '../ui/failure.ts'
import { nextOffset } from '../ui/use-pages.tsx'
import { fitsFilters, groupsOf, type LayoutFilters } from './layout-filters.ts'
import type { KeptLayouts } from './layout-port.ts'

/** Polling interval for a layout that is being generated, in milliseconds. */
export const generatingPollMs = 2000

/**
 * Loads the user's layouts page by page. The server applies the filters. While the server cannot be reached, `items` is
 * the list that was stored last, and `keptAt` is the time at which it was stored.
 */
export function useLayouts(filters: LayoutFilters, email: string) {
  const { client, templates } = usePorts()
  const activeFilters = Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
  const isWholeList = Object.keys(activeFilters).length === 0
  const layouts = useInfiniteQuery({
    queryKey: ['layouts', activeFilters],
    queryFn: ({ signal, pageParam }) =>
      client.call(
        userEndpoints.listLayouts,
        { query: { limit: limits.pageSizeMax, offset: pageParam, ...activeFilters } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'generating'))
        ? generatingPollMs
        : false,
  })
  const { data, error, isPlaceholderData } = layouts
  const first = data?.pages[0]?.items

  useEffect(() => {
    if (!isWholeList || isPlaceholderData || !first) return
    const layoutList = { email, keptAt: new Date().toISOString(), layouts: first }
    // If the list cannot be stored, ignore the error. The stored list is needed only when the server cannot be reached.
    void templates.lastList.write(layoutList).catch(() => undefined)
  }, [isWholeList, isPlaceholderData, first, email, templates])

  const isUnreachable = isOffline(error)
  const storedList = useKeptLayouts(isUnreachable, email)
  return {
    ...layouts,
    items:
      isUnreachable && storedList
        ? storedList.layouts.filter((each) => fitsFilters(each, filters, email))
        : flat(data?.pages),
    keptAt: isUnreachable ? storedList?.keptAt : undefined,
  }
}

const flat = (pages: { items: Layout[] }[] = []): Layout[] => pages.flatMap(({ items }) => items)

/**
 * Loads the list of layouts that was stored last for this user, but only if `needed` is true. Null: no list is loaded.
 */
export function useKeptLayouts(isNeeded: boolean, email: string): KeptLayouts | null {
  const { templates } = usePorts()
  const [storedList, setStoredList] = useState<KeptLayouts | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    let isGone = false
    templates.lastList.read().then(
      (lastList) => {
        if (!isGone && lastList?.email === email) setStoredList(lastList)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isNeeded, email, templates])
  return storedList
}

export function useLayoutGroups(email: string) {
  const { client } = usePorts()
  const groups = useQuery({
    queryKey: ['layouts', 'groups'],
    queryFn: ({ signal }) => client.call(templateEndpoints.listLayoutGroups, {}, { signal }),
  })
  const storedList = useKeptLayouts(isOffline(groups.error), email)
  return groups.data?.groups ?? groupsOf(storedList?.layouts ?? [])
}
