export interface DiffPart {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/**
 * If one of the texts has more words than this, the texts are not compared, and the whole text is shown as replaced.
 * The time for a comparison grows with the product of both lengths.
 */
const longestWords = 1500

/** Compares two texts word by word. Returns the parts in reading order. */
export function wordDiff(oldText: string, newText: string): DiffPart[] {
  const a = wordsOf(oldText)
  const b = wordsOf(newText)
  if (a.length > longestWords || b.length > longestWords)
    return joined([
      ['gone', a],
      ['new', b],
    ])
  const common = lengths(a, b)
  const steps: [DiffPart['kind'], string[]][] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [oldWord = '', newWord = ''] = [a[i], b[j]]
    if (i < a.length && j < b.length && oldWord === newWord) {
      steps.push(['same', [oldWord]])
      i++
      j++
    } else if (i < a.length && (j === b.length || at(common, i + 1, j) >= at(common, i, j + 1))) {
      steps.push(['gone', [oldWord]])
      i++
    } else {
      steps.push(['new', [newWord]])
      j++
    }
  }
  return joined(steps)
}

const wordsOf = (text: string) => text.match(/\S+\s*/g) ?? []
const at = (table: Uint16Array[], i: number, j: number) => table[i]?.[j] ?? 0

/**
 * Table of the longest common subsequence. `[i][j]` is the number of words that `a.slice(i)` and `b.slice(j)` have in
 * common, in the same order.
 */
function lengths(a: string[], b: string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i]
      if (row) row[j] = a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  return table
}

function joined(steps: [DiffPart['kind'], string[]][]): DiffPart[] {
  const parts: DiffPart[] = []
  for (const [kind, words] of steps) {
    const text = words.join('')
    const last = parts[parts.length - 1]
    if (last?.kind === kind) last.text += text
    else if (text) parts.push({ kind, text })
  }
  return parts
}
