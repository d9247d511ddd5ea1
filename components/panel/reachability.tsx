import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { CopyForAdministrator } from '../account/refusal-notice.tsx'
import { defaultSettings } from '../account/settings-port.ts'
import { usePolicy } from '../policy.ts'
import { useSharedPorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { isOffline } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'
import classes from './reachability.module.css'

const checkEveryMs = 3000

interface Reachability {
  reachable: boolean
  /** Call this if the server did not answer a request. */
  lost(): void
}

const ReachabilityContext = createContext<Reachability>({ reachable: true, lost: () => undefined })
export const useReachability = () => useContext(ReachabilityContext)

/** Detects that the server cannot be reached, polls until the server answers, and then loads the shown data again. */
export function ServerProvider({ children }: { children: ReactNode }) {
  const { settings } = useSharedPorts()
  const { serverUrl } = useSubscribed(settings, defaultSettings)
  const [reachable, setReachable] = useState(true)
  const [queries] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({ onError: (error) => isOffline(error) && setReachable(false) }),
        // No retry here: the client has its own retry rule (product 14.3). `networkMode: 'always'` because a server on
        // this computer works without a network.
        defaultOptions: {
          queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
          mutations: { retry: false, networkMode: 'always' },
        },
      }),
  )

  useEffect(() => {
    const life = new AbortController()
    settings.checkServer(serverUrl, life.signal).then(
      () => setReachable(true),
      () => life.signal.aborted || setReachable(false),
    )
    return () => life.abort()
  }, [settings, serverUrl])

  useEffect(() => {
    if (reachable) return
    const life = new AbortController()
    const timer = setInterval(() => {
      settings.checkServer(serverUrl, life.signal).then(
        () => {
          if (life.signal.aborted) return
          setReachable(true)
          void queries.invalidateQueries()
        },
        () => undefined,
      )
    }, checkEveryMs)
    return () => {
      clearInterval(timer)
      life.abort()
    }
  }, [reachable, settings, serverUrl, queries])

  // Clear the cache when this provider unmounts, because the cached data belongs to a person who is not signed in any
  // more.
  useEffect(() => () => queries.clear(), [queries])

  const value = useMemo(() => ({ reachable, lost: () => setReachable(false) }), [reachable])
  return (
    <ReachabilityContext value={value}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ReachabilityContext>
  )
}

/** The line for the administrator if the server of the policy does not answer. */
const unreachableLine = (serverUrl: string) =>
  `Chartside cannot reach ${serverUrl}, which "serverUrl" of the policy names. Check the address, its certificate, and the network.`

/** Banner below the head while the server cannot be reached. */
export function OfflineBanner() {
  const { settings } = useSharedPorts()
  const { serverUrl } = useSubscribed(settings, defaultSettings)
  const { reachable } = useReachability()
  const isSet = usePolicy().policy.serverUrl !== undefined
  if (reachable) return null
  return (
    <div className={classes.banner}>
      <Notice tone="look" action={isSet && <CopyForAdministrator line={unreachableLine(serverUrl)} />}>
        The server at {serverUrl} does not answer. What you typed is kept. Chartside keeps trying.
        {isSet && ' Your organisation has set this address.'}
      </Notice>
    </div>
  )
}
