import type { z } from 'zod'
import { createSubscribable, type SettableState } from '../../components/subscribable.ts'
import { ChangedMeanwhile } from '../../components/template/editor-properties.ts'
import {
  connectMessage,
  type FrameMessage,
  type HostCall,
  type HostEvent,
  hostMessage,
  type readyMessage,
  type Setup,
} from '../messages.ts'

/** The page in which this frame is shown. The page gets only what these functions send (product 12.87). */
export interface PageAround {
  setup: SettableState<Setup | null>
  /** Calls a function of the page. Rejects with an error whose message is shown to the user. */
  ask(call: HostCall): Promise<string | undefined>
  tell(event: HostEvent): void
  tellHeight(px: number): void
}

/**
 * Waits until the page sends a port. `origin` is the origin of the page. The browser has compared it with the
 * `frame-ancestors` of this frame.
 */
export function findPageAround(origin: string): Promise<PageAround> {
  const pageAround = Promise.withResolvers<PageAround>()
  const listen = ({ source, origin: from, data, ports: [port] }: MessageEvent<unknown>) => {
    if (source !== window.parent || from !== origin || port === undefined) return
    if (!connectMessage.safeParse(data).success) return
    window.removeEventListener('message', listen)
    pageAround.resolve(talkThrough(port))
  }
  window.addEventListener('message', listen)
  window.parent.postMessage({ type: 'chartside.ready' } satisfies z.infer<typeof readyMessage>, origin)
  return pageAround.promise
}

function talkThrough(port: MessagePort): PageAround {
  const setup = createSubscribable<Setup | null>(null)
  const openCalls = new Map<number, PromiseWithResolvers<string | undefined>>()
  let lastId = 0
  const send = (message: FrameMessage) => port.postMessage(message)
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const messageResult = hostMessage.safeParse(data)
    if (!messageResult.success) return
    const message = messageResult.data
    if (message.type === 'setup') return setup.set(message.setup)
    const waiting = openCalls.get(message.id)
    openCalls.delete(message.id)
    if (message.type === 'answer') waiting?.resolve(message.value)
    else waiting?.reject(message.newer === undefined ? new Error(message.message) : new ChangedMeanwhile(message.newer))
  }
  return {
    setup,
    ask(call) {
      const answer = Promise.withResolvers<string | undefined>()
      lastId += 1
      openCalls.set(lastId, answer)
      send({ type: 'call', id: lastId, call })
      return answer.promise
    },
    tell: (event) => send({ type: 'event', event }),
    tellHeight: (px) => send({ type: 'height', px }),
  }
}
