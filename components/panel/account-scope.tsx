import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { navigate } from 'wouter/use-hash-location'
import type { AccountState } from '../account/port.ts'
import { useOwnClient } from '../account/use-own-client.ts'
import { PortsProvider, usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { removeToasts } from '../ui/toast.ts'

const unknown: AccountState = { status: 'unknown' }

/**
 * Mounts its children anew when the signed-in person changes, so that state, loaded data and late answers of one person
 * never reach the next one. Also removes the stored draft and the toasts of the person who left. If a session only
 * expires, the children stay, because the same person may sign in again.
 *
 * `children` gets the email of the person to whom the work belongs. Null before the first sign-in and after a sign-out.
 */
export function AccountScope({ children }: { children: (owner: string | null) => ReactNode }) {
  const { account, draft } = usePorts()
  const who = useSubscribed(account, unknown)
  const [{ owner, turnovers }, setScope] = useState<{ owner: string | null; turnovers: number }>({
    owner: null,
    turnovers: 0,
  })

  // A layout effect runs before the next paint, so that no data of the previous person is visible, even for a moment.
  useLayoutEffect(() => {
    if (who.status === 'unknown' || (who.status === 'signed-out' && who.ended)) return
    const next = who.status === 'signed-in' ? who.email : null
    setScope((now) => {
      if (now.owner === next) return now
      return { owner: next, turnovers: now.owner === null ? now.turnovers : now.turnovers + 1 }
    })
  }, [who])

  useLayoutEffect(() => {
    if (turnovers === 0) return
    navigate('/')
    removeToasts()
    // If the storage fails, the next person still cannot read the draft, because it names its owner.
    void draft.write('').catch(() => undefined)
  }, [turnovers, draft])

  return <OnePerson key={turnovers}>{children(owner)}</OnePerson>
}

/** Gives the children a client that is usable only while they are mounted. */
function OnePerson({ children }: { children: ReactNode }) {
  const ports = usePorts()
  const client = useOwnClient(ports.client)
  const own = useMemo(() => ({ ...ports, client }), [ports, client])
  return <PortsProvider ports={own}>{children}</PortsProvider>
}
