import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { navigate } from 'wouter/use-hash-location'
import { type Person, samePerson } from '../../lib/contracts/person.ts'
import type { AccountState } from '../account/port.ts'
import { defaultSettings } from '../account/settings-port.ts'
import { PortsProvider, usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { removeToasts } from '../ui/toast.ts'
import { portsDuring } from './ports-during.ts'
import { ServerProvider } from './reachability.tsx'
import { SessionProvider } from './session-provider.tsx'

const unknown: AccountState = { status: 'unknown' }

interface Holder {
  person: Person
  serverUrl: string
}

/**
 * Returns the account whose data the page may show now, or null. `before` is the account until now. It is kept if the
 * session has expired, because the same person may sign in again and go on working, and while the state of the account
 * is not known. It is not kept after a sign-out or after a change of the server.
 */
function holderAfter(oldHolder: Holder | null, who: AccountState, serverUrl: string): Holder | null {
  const current = oldHolder?.serverUrl === serverUrl ? oldHolder : null
  if (who.status === 'unknown') return current
  if (who.status === 'signed-out') return who.ended ? current : null
  const { email, userId } = who
  const person = userId === undefined ? { email } : { email, userId }
  if (!current || !samePerson(current.person, person)) return { person, serverUrl }
  const { person: oldPerson } = current
  // If the server that issued the new session sends no user ids, keep the user id that is already known.
  const isUnchanged = oldPerson.email === email && (userId === undefined || oldPerson.userId === userId)
  return isUnchanged ? current : { person: { ...oldPerson, ...person }, serverUrl }
}

/**
 * Mounts everything that belongs to one account: the ports, the query cache, the work and the screens. When the account
 * changes, all of it is unmounted, its requests are aborted, and its late answers are ignored. Otherwise an answer to
 * the previous person could change the panel of the next person.
 */
export function AccountScope({ children }: { children: ReactNode }) {
  const { account, settings, draft } = usePorts()
  const who = useSubscribed(account, unknown)
  const { serverUrl } = useSubscribed(settings, defaultSettings)
  const [{ holder, scope, former }, setState] = useState(() => ({
    holder: holderAfter(null, who, serverUrl),
    scope: 0,
    former: false,
  }))
  const nextHolder = holderAfter(holder, who, serverUrl)
  // React renders again at once with this state, and shows nothing of the former account.
  if (nextHolder !== holder)
    setState(
      isSame(holder, nextHolder)
        ? { holder: nextHolder, scope, former }
        : { holder: nextHolder, scope: scope + 1, former: holder !== null },
    )
  const formerHolder = useRef<Holder | null>(null)
  // After a sign-out or a change of the server, erase the text that was not used for a note. Another panel may have
  // made the sign-out. The scope that contains the text is unmounted before this effect runs, so it cannot store the
  // text again.
  useEffect(() => {
    const former = formerHolder.current
    formerHolder.current = holder
    const hasLeft = (who.status === 'signed-out' && !who.ended) || former?.serverUrl !== serverUrl
    if (former && hasLeft) void draft.erase(former.person).catch(() => undefined)
  }, [holder, who, serverUrl, draft])
  return (
    <Scope key={scope} goHome={former} holder={holder}>
      {children}
    </Scope>
  )
}

const isSame = (one: Holder | null, two: Holder | null) =>
  one !== null && two !== null && one.serverUrl === two.serverUrl && samePerson(one.person, two.person)

/**
 * Contains everything that belongs to one account. If `goHome` is true, another account was shown before, and the
 * address of the page may contain the id of that account's note. The scope then navigates to the start screen. If no
 * account was shown before, the address stays: a tab can be opened with the address of a template before the account is
 * known.
 */
function Scope({ holder, goHome, children }: { holder: Holder | null; goHome: boolean; children: ReactNode }) {
  const all = usePorts()
  const [life] = useState(() => new AbortController())
  const ports = useMemo(() => portsDuring(life.signal, all), [life, all])
  // A layout effect runs before the next paint, so that no address or message of the former account is visible.
  useLayoutEffect(() => {
    if (goHome) navigate('/')
    return () => {
      life.abort()
      removeToasts()
    }
  }, [goHome, life])
  return (
    <PortsProvider ports={ports}>
      <ServerProvider>
        <SessionProvider person={holder?.person ?? null}>{children}</SessionProvider>
      </ServerProvider>
    </PortsProvider>
  )
}
