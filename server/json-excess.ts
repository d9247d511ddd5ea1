/**
 * Maximum number of parts (keys and list elements) in JSON from outside. The largest valid request has far fewer: a session
 * of 50,000 turns, or 500 fields with all their keys.
 */
const partsMost = 120_000
/** Maximum number of open lists and objects. A questionnaire has the most: 30, and a few around it. */
const depthMost = 64
export type Excess = 'parts' | 'depth'
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * What JSON from outside has more of than any valid request, or null. A parser needs seconds for millions of brackets and a
 * third of a second for hundreds of thousands of parts, and blocks every other request meanwhile. This scan takes a few
 * milliseconds for the largest body.
 */
export function excessOf(json: Buffer): Excess | null {
  let parts = 0
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === quote) at = endOfText(json, at)
    else if (byte === comma || byte === colon) {
      if (++parts > partsMost) return 'parts'
    } else if (byte === openList || byte === openObject) {
      if (++depth > depthMost) return 'depth'
    } else if (byte === closeList || byte === closeObject) depth--
  }
  return null
}

function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf(quote, start + 1); end >= 0; end = json.indexOf(quote, end + 1)) {
    let escapes = 0
    while (json[end - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return json.length
}
