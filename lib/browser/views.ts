import { browser } from 'wxt/browser'

/** The part of a page of the extension that is used here. The shared browser types describe no page of another file. */
interface View {
  location: { pathname: string }
  document: { readyState: string }
}

/** Firefox only: returns the open pages of the extension. `tab`: those in a tab only. */
export const openPages = (type?: 'tab') =>
  (browser.extension.getViews(type && { type }) as unknown as View[]).map(({ location, document }) => ({
    path: location.pathname,
    isLoaded: document.readyState === 'complete',
  }))
