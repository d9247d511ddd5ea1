import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach } from 'vitest'

/** The component that a test has rendered into the document. */
export interface Mounted {
  /** The element that contains the component. Each test has its own. */
  readonly host: HTMLElement
  /** Renders an element, or renders it again with other properties. Waits for its effects. */
  render(element: ReactNode): Promise<void>
  /** Removes the component, as when its window closes. The next `render` mounts a new one. */
  unmount(): Promise<void>
}

/** Gives each test of one file an empty document in jsdom for a component, and removes the component afterwards. */
export function mountedInFile(): Mounted {
  let host: HTMLElement
  let root: Root | null = null
  const unmount = async () => {
    await act(async () => root?.unmount())
    root = null
  }
  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    window.matchMedia = (media) =>
      ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
    window.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
    // The tests of other files share this document, and may have left a form in it that has the focus.
    document.body.replaceChildren()
    host = document.body.appendChild(document.createElement('div'))
  })
  afterEach(async () => {
    await unmount()
    host.remove()
  })
  return {
    get host() {
      return host
    },
    async render(element) {
      root ??= createRoot(host)
      const mounted = root
      await act(async () => mounted.render(element))
    },
    unmount,
  }
}
