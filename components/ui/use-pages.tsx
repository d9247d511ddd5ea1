import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { limits } from '../../lib/contracts/limits.ts'

/**
 * One page of a list, in the shape that all list endpoints return. `total` counts the items of all pages, up to 10,000.
 * If the list has more items, `more` is true.
 */
export interface PageOf<Item> {
  items: Item[]
  total: number
  more?: true | undefined
  offset: number
}

interface PagesOptions<Item> {
  queryKey: readonly unknown[]
  load: (query: { offset: number; limit: number }, signal: AbortSignal) => Promise<PageOf<Item>>
  /** Time until the list is loaded again, in milliseconds. False: the list is not loaded again. */
  reloadAfter: (items: readonly Item[]) => number | false
}

/** Loads a list page by page. `ShowMore` loads the next page. */
export function usePages<Item>({ queryKey, load, reloadAfter }: PagesOptions<Item>) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => load({ offset: pageParam, limit: limits.pageSizeMax }, signal),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => reloadAfter(itemsOf(state.data?.pages)),
  })
  return { ...list, items: itemsOf(list.data?.pages) }
}

export const nextOffset = ({ offset, items, total }: PageOf<unknown>): number | undefined =>
  offset + items.length < total && items.length > 0 ? offset + items.length : undefined

const itemsOf = <Item,>(pages: readonly PageOf<Item>[] = []): Item[] => pages.flatMap(({ items }) => items)

interface ShowMoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <Button size="sm" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Show more
    </Button>
  )
}
