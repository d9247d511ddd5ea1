export interface Extract {
  speaker: string
  words: string
}

/** One line of a note: `Provider: "Any fever?" Patient: "No."` */
export const extractLine = (extracts: readonly Extract[]): string =>
  extracts.map(({ speaker, words }) => `${speaker === '' ? '' : `${speaker}: `}"${words}"`).join(' ')

const opening = /(?:^|(?<=[\s>]))(?:(\p{L}[^":\n]{0,59}): )?"/gu
/** The words of an extract may contain quotation marks themselves. */
const closingsMax = 20

/** Replaces every extract that `isSaid` confirms by spaces of the same length, so that offsets stay valid. */
export function withoutExtracts(
  text: string,
  isSaid: (extract: Extract) => boolean,
): { rest: string; unsaid: Extract[] } {
  let rest = text
  const unsaid: Extract[] = []
  let end = 0
  for (const match of text.matchAll(opening)) {
    if (match.index < end) continue
    const from = match.index + match[0].length
    const speaker = match[1] ?? ''
    let first = -1
    let close = text.indexOf('"', from)
    for (let tries = 0; close >= 0 && tries < closingsMax; tries++) {
      if (/^(?:\s|$)/.test(text.slice(close + 1, close + 2))) {
        if (first < 0) first = close
        if (isSaid({ speaker, words: text.slice(from, close) })) break
      }
      close = tries === closingsMax - 1 ? -1 : text.indexOf('"', close + 1)
    }
    if (close >= 0) {
      end = close + 1
      rest = rest.slice(0, match.index) + ' '.repeat(end - match.index) + rest.slice(end)
    } else if (first >= 0) unsaid.push({ speaker, words: text.slice(from, first) })
  }
  return { rest, unsaid }
}
