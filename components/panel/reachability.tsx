import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { defaultSettings } from '../account/settings-port.ts'
import { usePorts, useSubscribed } from '../ports.tsx'
import { isOffline } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'
import classes from './reachability.module.css'

const checkEveryMs = 3000

interface Reachability {
  reachable: boolean
  /** Told by whoever got no answer. */
  lost(): void
}

const ReachabilityContext = createContext<Reachability>({ reachable: true, lost: () => undefined })
export const useReachability = () => useContext(ReachabilityContext)

/** Notices when the server is away, says so, asks again until it is back, then loads what failed once more. */
export function ServerProvider({ children }: { children: ReactNode }) {
  const { settings } = usePorts()
  const { serverUrl } = useSubscribed(settings, defaultSettings)
  const [reachable, setReachable] = useState(true)
  const [queries] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({ onError: (error) => isOffline(error) && setReachable(false) }),
        // The client has its own retry rule (spec §9); a server on this machine is there without a network.
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

  const value = useMemo(() => ({ reachable, lost: () => setReachable(false) }), [reachable])
  return (
    <ReachabilityContext value={value}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ReachabilityContext>
  )
}

/** One line under the head while the server is away. */
export function OfflineBanner() {
  const { settings } = usePorts()
  const { serverUrl } = useSubscribed(settings, defaultSettings)
  const { reachable } = useReachability()
  if (reachable) return null
  return (
    <div className={classes.banner}>
      <Notice tone="look">
        The server at {serverUrl} does not answer. What you typed is kept. Trying again by itself.
      </Notice>
    </div>
  )
}
