import { TimeoutSettings } from 'puppeteer-core/internal/common/TimeoutSettings.js'

/** How long a test waits for a page, in ms. A slow answer on a busy machine is not a wrong answer. */
const patienceMs = 120_000

// Puppeteer waits 30 s unless each single page is told otherwise, and some pages are opened by the extension itself.
const { timeout, navigationTimeout } = TimeoutSettings.prototype
TimeoutSettings.prototype.timeout = function () {
  return Math.max(patienceMs, timeout.call(this))
}
TimeoutSettings.prototype.navigationTimeout = function () {
  return Math.max(patienceMs, navigationTimeout.call(this))
}
