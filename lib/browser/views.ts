import { browser } from 'wxt/browser'

/** The properties of an open extension page that are used here. The shared browser types do not declare them. */
interface View {
  location: { pathname: string }
  document: { readyState: string }
}

/** Firefox only: returns the open pages of the extension. `tab`: only the pages that are in a tab. */
export const openPages = (type?: 'tab') =>
  (browser.extension.getViews(type && { type }) as unknown as View[]).map(({ location, document }) => ({
    path: location.pathname,
    isLoaded: document.readyState === 'complete',
  }))
