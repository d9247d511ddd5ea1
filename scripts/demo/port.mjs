// Works without installed packages: `npm start` checks the port before everything else.
import { once } from 'node:events'
import { createServer } from 'node:net'

const highestPort = 65_535

/** Returns null if a server can listen on the port, otherwise the code of the error. */
async function refusalOf(/** @type {number} */ port, /** @type {string} */ host) {
  const server = createServer()
  const listening = once(server, 'listening').then(() => null)
  server.listen(port, host)
  /** @type {string | null} */
  const code = await listening.catch((error) => error.code)
  server.close()
  return code
}

/** Returns the first port above this one that a server can use. Null if none of the next ones can be used. */
async function freePortAfter(/** @type {number} */ port, /** @type {string} */ host) {
  for (let next = port + 1; next <= Math.min(port + 50, highestPort); next += 1)
    if ((await refusalOf(next, host)) === null) return next
  return null
}

/**
 * Returns null if the demo's server can use this port, otherwise a sentence with what to do.
 *
 * @param {unknown} text The port from the command line.
 * @param {string} host
 * @returns {Promise<string | null>}
 */
export async function portProblem(text, host) {
  const port = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= highestPort)) return `--port must be a number up to ${highestPort}, such as: npm start -- --port 8787`
  const code = await refusalOf(port, host)
  // The server reports any other error of its address itself.
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return null
  const next = (await freePortAfter(port, host)) ?? 'N'
  const reason = code === 'EADDRINUSE' ? 'is taken by another program' : 'may not be used by you'
  return `Port ${port} ${reason}. Choose another one: npm start -- --port ${next}`
}
