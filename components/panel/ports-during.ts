import { clientWithin, during } from '../../lib/api/client-within.ts'
import type { Ports } from '../ports.tsx'

type AnyFunction = (...args: unknown[]) => unknown

/**
 * Returns a port whose answers are ignored after the end of `life`: the promise of a call then never settles, so that
 * neither its answer nor its error reaches a screen. Calls that begin after the end are not made. The exceptions are
 * `subscribe` and the methods in `late`.
 */
function portDuring<Port extends object>(life: AbortSignal, port: Port, late: readonly (keyof Port)[] = []): Port {
  const wrapped = new Map<PropertyKey, AnyFunction>()
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const wrapper = wrapped.get(name)
      if (wrapper) return wrapper
      const call: AnyFunction = (...args) => {
        if (life.aborted && name !== 'subscribe' && !late.some((one) => one === name)) return new Promise(() => {})
        const answer: unknown = value.apply(target, args)
        return answer instanceof Promise ? during(life, answer) : answer
      }
      wrapped.set(name, call)
      return call
    },
  })
}

/**
 * Returns the ports for the screens of one account. `life` ends when another account signs in. The ports `account`,
 * `settings` and `policy` are returned unchanged, because all accounts share them.
 */
export function portsDuring(life: AbortSignal, ports: Ports): Ports {
  return {
    ...ports,
    client: clientWithin(ports.client, life),
    // At the end of `life`, the text boxes are unmounted. A text box that is unmounted calls `discard` to end its
    // dictation, so `discard` must still work after the end.
    recorder: portDuring(life, ports.recorder, ['discard']),
    recovery: portDuring(life, ports.recovery),
    page: portDuring(life, ports.page),
    sites: portDuring(life, ports.sites),
    sources: portDuring(life, ports.sources),
    draft: portDuring(life, ports.draft),
    visits: portDuring(life, ports.visits),
    knownDirectory: portDuring(life, ports.knownDirectory),
    templates: { ...ports.templates, lastList: portDuring(life, ports.templates.lastList) },
  }
}
