import { z } from 'zod'
import { embeddingAnswer } from '../../lib/contracts/embedding.ts'
import { template } from '../../lib/contracts/template.ts'
import {
  frameMessage,
  type HostCall,
  type HostEvent,
  type HostMessage,
  readyMessage,
  type Setup,
  setup,
} from '../messages.ts'
import type { EmbeddingHost } from './hosts.ts'

const style = `
  :host { display: block }
  :host([hidden]) { display: none }
  iframe { display: block; width: 100%; height: 100%; border: 0 }
  p { margin: 4px; padding: 12px; font: 14px/1.5 system-ui, sans-serif; color: #7d4e00; background: #fff1d6; border: 1px solid #f1d9a3; border-radius: 12px }
  @media (prefers-color-scheme: dark) {
    :host(:not([color-scheme='light'])) p { color: #f3c66b; background: #3a2c12; border-color: #5e4a20 }
  }
  :host([color-scheme='dark']) p { color: #f3c66b; background: #3a2c12; border-color: #5e4a20 }
`
const unreachable = 'Chartside cannot be reached. Check the connection, then reload the page.'
const notListed = (origin: string) =>
  `Chartside may not be shown on ${origin}. Its developer organisation must allow this address in the developer portal, under Embedding.`

/** The error that a function of the page has thrown. Its message is shown to the user. */
const thrown = z.looseObject({ message: z.string().optional(), newer: template.optional() })

/**
 * The base class. A server that renders pages has no `HTMLElement`; the empty class only lets such a server load this
 * file.
 */
const PageElement = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement

/**
 * The part of a custom element that shows a frame of a Chartside server (product 12.86). The page cannot read the
 * frame. The element checks the origin of each message, and passes on only the messages that `messages.ts` defines.
 */
export abstract class FramedElement<Host extends EmbeddingHost> extends PageElement {
  #host: Host | null = null
  #life: AbortController | null = null
  #port: MessagePort | null = null
  readonly #root: ShadowRoot = this.attachShadow({ mode: 'open' })

  protected abstract readonly frameTitle: string
  protected abstract read(): z.input<typeof setup>
  /** Calls the function of the page that the frame asks for. May throw an error whose message is shown to the user. */
  protected abstract ask(call: HostCall, host: Host): unknown
  protected told(_event: HostEvent): void {}

  /** The functions that the page provides. The frame is loaded when they are set. */
  get host(): Host | null {
    return this.#host
  }
  set host(host: Host | null) {
    this.#host = host
    if (this.#port === null) void this.#begin()
    else this.changed()
  }

  connectedCallback(): void {
    // A style element would be refused by the content security policy of many pages.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    this.#root.adoptedStyleSheets = [sheet]
    // A page may have set a property before this class was defined. That property would hide the setter, so it is set
    // again.
    for (const name of ['host', 'template', 'dynamicFields', 'value']) {
      if (!Object.hasOwn(this, name)) continue
      const value: unknown = Reflect.get(this, name)
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, value)
    }
    void this.#begin()
  }

  disconnectedCallback(): void {
    this.#end()
  }

  attributeChangedCallback(name: string): void {
    if (name === 'server' || name === 'access') void this.#begin()
    else this.changed()
  }

  protected changed(): void {
    if (this.#port !== null) this.#show(this.#port)
  }

  #end(): void {
    this.#life?.abort()
    this.#life = null
    this.#port?.close()
    this.#port = null
    this.#root.replaceChildren()
  }

  async #begin(): Promise<void> {
    this.#end()
    const [server, access] = [this.getAttribute('server'), this.getAttribute('access')]
    if (!this.isConnected || this.#host === null || server === null || access === null) return
    const life = new AbortController()
    this.#life = life
    const { origin } = new URL(server)
    const query = new URLSearchParams({ origin: location.origin })
    try {
      const answer = await fetch(`${origin}/api/access/embedding/${encodeURIComponent(access)}?${query}`, {
        signal: life.signal,
        credentials: 'omit',
      })
      const { listed: isListed } = embeddingAnswer.parse(await answer.json())
      if (life.signal.aborted) return
      if (!isListed) this.#refuse(notListed(location.origin))
      else this.#open(origin, new URLSearchParams({ access, origin: location.origin }), life.signal)
    } catch {
      if (!life.signal.aborted) this.#refuse(unreachable)
    }
  }

  #refuse(message: string): void {
    const sentence = document.createElement('p')
    sentence.setAttribute('role', 'alert')
    sentence.textContent = message
    this.#root.replaceChildren(sentence)
    this.#tell({ name: 'error', message })
  }

  #open(server: string, query: URLSearchParams, signal: AbortSignal): void {
    const frame = document.createElement('iframe')
    frame.title = this.frameTitle
    frame.allow = `microphone ${server}`
    // The frame must not navigate the page, and must not open windows.
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
    frame.referrerPolicy = 'no-referrer'
    frame.src = `${server}/embed/frame?${query}`
    window.addEventListener(
      'message',
      ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== server || !readyMessage.safeParse(data).success) return
        const { port1, port2 } = new MessageChannel()
        this.#port?.close()
        this.#port = port1
        port1.onmessage = (event: MessageEvent<unknown>) => void this.#hear(port1, event.data)
        frame.contentWindow?.postMessage({ type: 'chartside.connect' }, server, [port2])
        this.#show(port1)
      },
      { signal },
    )
    this.#root.replaceChildren(frame)
  }

  #show(port: MessagePort): void {
    const setupResult = setup.safeParse(this.read())
    if (setupResult.success) send(port, { type: 'setup', setup: setupResult.data satisfies Setup })
    else {
      const [issue] = setupResult.error.issues
      this.#tell({ name: 'error', message: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` })
    }
  }

  async #hear(port: MessagePort, data: unknown): Promise<void> {
    const messageResult = frameMessage.safeParse(data)
    if (!messageResult.success || this.#host === null) return
    const message = messageResult.data
    if (message.type === 'event') return this.#tell(message.event)
    if (message.type === 'height') {
      const frame = this.#root.querySelector('iframe')
      if (frame !== null) frame.style.height = `${message.px}px`
      return
    }
    const { id, call } = message
    try {
      const value = await this.ask(call, this.#host)
      send(port, { type: 'answer', id, ...(typeof value === 'string' ? { value } : {}) })
    } catch (error) {
      const { message = 'This did not work. Try again.', newer } = thrown.catch({}).parse(error)
      send(port, { type: 'refusal', id, message, ...(newer === undefined ? {} : { newer }) })
    }
  }

  /** The events do not bubble, so that nothing else on the page receives them by accident. */
  #tell(event: HostEvent): void {
    this.told(event)
    const { name, ...detail } = event
    this.dispatchEvent(new CustomEvent(`chartside-${name}`, { detail }))
  }
}

const send = (port: MessagePort, message: HostMessage) => port.postMessage(message)

export function numberOf(element: HTMLElement, name: string): number | undefined {
  const text = element.getAttribute(name)
  return text === null || text.trim() === '' ? undefined : Number(text)
}

export const sharedAttributes = ['server', 'access', 'language', 'microphone', 'gain', 'color-scheme'] as const

export function speakingOf(element: HTMLElement) {
  const scheme = z.enum(['light', 'dark']).safeParse(element.getAttribute('color-scheme'))
  return {
    language: element.getAttribute('language') ?? undefined,
    microphoneId: element.getAttribute('microphone'),
    gain: numberOf(element, 'gain'),
    colorScheme: scheme.data,
  }
}
