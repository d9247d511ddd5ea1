import { useLayoutEffect, useMemo, useState } from 'react'
import { clientWithin } from '../../lib/api/client-within.ts'
import type { Client } from '../../lib/api/index.ts'

/**
 * Returns a client that is usable only while the calling component is mounted. A component that is mounted anew for
 * each person gives this client to its children, so that no answer for one person reaches the next one.
 */
export function useOwnClient(client: Client): Client {
  const [life] = useState(() => new AbortController())
  useLayoutEffect(() => () => life.abort(), [life])
  return useMemo(() => clientWithin(client, life.signal), [client, life])
}
