import { browser } from 'wxt/browser'

interface View {
  location: { pathname: string }
  document: { readyState: string }
}

export const openPages = (type?: 'tab') =>
  (browser.extension.getViews(type && { type }) as unknown as View[]).map(({ location, document }) => ({
    path: location.pathname,
    isLoaded: document.readyState === 'complete',
  }))
