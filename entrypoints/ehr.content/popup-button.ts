/**
 * Returns true for a popup window of AdvancedMD. A popup window has no toolbar with the button of the extension, so the
 * user cannot open the side panel in this window.
 */
export const isAdvancedmdPopup = (view: Window): boolean =>
  view.top === view && !view.toolbar.visible && /(?:^|\.)advancedmd\.com$/i.test(view.location.hostname)

const look = `
  button {
    all: initial; position: fixed; right: 16px; bottom: 16px; z-index: 2147483647; box-sizing: border-box;
    min-height: 36px; padding: 0 16px; border-radius: 12px; border: 1px solid #fff; cursor: pointer;
    background: #6d42e5; color: #fff; font: 600 14px/1.4 system-ui, sans-serif; box-shadow: 0 2px 8px rgb(0 0 0 / 30%);
  }
  button:focus-visible { outline: 3px solid #6d42e5; outline-offset: 3px; }
  @media print { button { display: none; } }
`

/**
 * Adds a small button in the corner of the page and removes it when `signal` aborts. The closed shadow root keeps
 * styles and scripts of the page out of the button. Clicks that a script makes are ignored, so that a page cannot open
 * the panel.
 */
export function showPopupButton(document: Document, openPanel: () => void, signal: AbortSignal): void {
  const host = document.createElement('chartside-open')
  const inside = host.attachShadow({ mode: 'closed', delegatesFocus: true })
  const style = document.createElement('style')
  style.textContent = look
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Open Chartside'
  button.addEventListener('click', ({ isTrusted }) => isTrusted && openPanel(), { signal })
  inside.append(style, button)
  document.documentElement.append(host)
  signal.addEventListener('abort', () => host.remove(), { once: true })
}

/**
 * Calls `show` whenever the result of `isAllowed` changes to true. `isAllowed` is called at once, and after every
 * change that `watch` reports. `show` gets a signal that aborts when the result changes to false, or when `signal`
 * aborts.
 */
export function followPermission(
  isAllowed: () => Promise<boolean>,
  watch: (listener: () => void) => () => void,
  show: (signal: AbortSignal) => void,
  signal: AbortSignal,
): void {
  let buttonLife: AbortController | null = null
  let requestCount = 0
  const look = async () => {
    const mine = ++requestCount
    const mayShow = await isAllowed()
    if (mine !== requestCount || signal.aborted || mayShow === (buttonLife !== null)) return
    if (buttonLife) buttonLife.abort()
    buttonLife = mayShow ? new AbortController() : null
    if (buttonLife) show(AbortSignal.any([buttonLife.signal, signal]))
  }
  const end = watch(() => void look())
  signal.addEventListener('abort', end, { once: true })
  void look()
}
