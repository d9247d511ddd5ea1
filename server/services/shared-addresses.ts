import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Banner } from '../../lib/contracts/index.ts'
import { passesProxy } from '../authority/index.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'

/** Number of people behind one untrusted proxy from which administrators are warned. */
const peopleMin = 10
/** People who have not called for this time do not count any more, in ms. */
const forgetMs = 60 * 60_000
/** Maximum number of addresses that are watched. A large number of them is no proxy of this server. */
const addressesMax = 100

export interface SharedAddresses {
  /**
   * Notes a call of a signed-in person. `peerAddress`: the address from which the connection came. `address`: the
   * address that the limits count.
   */
  note(call: { userId: string; address: string; peerAddress: string | undefined; headers: Headers }): void
  /** Returns one notice for each address at which many people are counted together. */
  notices(): Banner[]
}

type Headers = Readonly<Record<string, unknown>>

interface Shared {
  people: Map<string, number>
  banner: Banner | null
}

/**
 * Notices that many people share one address because a proxy is not trusted (product 12.118): their calls carry a header
 * of a proxy, and still they count as one address. Writes one line to the log for each address, and keeps a notice for
 * administrators. Each server notices for itself, in memory.
 */
export function watchSharedAddresses({
  config,
  clock,
  log,
}: {
  config: Pick<Config, 'trustProxy'>
  clock: Clock
  log: Logger
}): SharedAddresses {
  const addresses = new Map<string, Shared>()
  const settings = config.trustProxy === false ? 'TRUST_PROXY is not set' : 'TRUST_PROXY does not name it'

  return {
    note({ userId, address, peerAddress, headers }) {
      // With a trusted proxy, the address is the one that the proxy has named, and not the address of the connection.
      if (address !== peerAddress || !passesProxy(headers)) return
      const shared = addresses.get(address) ?? { people: new Map(), banner: null }
      if (!addresses.has(address) && addresses.size >= addressesMax) return
      addresses.set(address, shared)
      const now = clock.now().getTime()
      shared.people.set(userId, now)
      if (shared.banner !== null || shared.people.size < peopleMin) return
      for (const [person, lastMs] of shared.people) if (now - lastMs > forgetMs) shared.people.delete(person)
      if (shared.people.size < peopleMin) return
      const text = `Many people reach this server through the proxy ${address}, but ${settings}. They count as one address, and may be refused together. Set TRUST_PROXY, as “Running your own server” explains.`
      shared.banner = {
        bannerId: randomUUID(),
        text,
        level: 'warning',
        startsAt: clock.now().toISOString(),
        ofServer: true,
      }
      // From now on, the people are not needed any more.
      shared.people.clear()
      log.warn({ proxy: address, people: peopleMin }, 'many people share one address, because a proxy is not trusted')
    },
    notices: () => [...addresses.values()].flatMap(({ banner }) => banner ?? []),
  }
}
