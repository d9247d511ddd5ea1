import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** Waiting time after the last key press before a list is searched, in milliseconds. */
const waitMs = 250

/**
 * The state of a search box. `searchText` is the text in the box. `search` is the text for which the list is searched;
 * it follows `searchText` after a delay, and at once if the box becomes empty. While `isStale` is true, the list does
 * not have the answer for `searchText` yet.
 */
export function useSearch() {
  const [searchText, setSearchText] = useState('')
  const query = searchText.trim()
  const [delayedQuery] = useDebouncedValue(query, waitMs)
  const search = query === '' ? '' : delayedQuery
  return { searchText, setSearchText, search, isStale: search !== query }
}
