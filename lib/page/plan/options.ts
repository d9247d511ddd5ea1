import { fold } from '../words.ts'

const withoutCode = (text: string): string => text.replace(/^\d+\s*[-–.:)]\s*(?=\D)/, '')
const ways = [
  fold,
  (text: string) => withoutCode(fold(text)),
  (text: string) => withoutCode(fold(text)).replace(/[^\p{L}\p{N}]+/gu, ''),
]

const truths: Record<string, 'yes' | 'no'> = {
  yes: 'yes',
  y: 'yes',
  true: 'yes',
  '1': 'yes',
  no: 'no',
  n: 'no',
  false: 'no',
  '0': 'no',
}

/**
 * The page's own words for an answer: equal but for space and case, else but for a leading code (`1-YES`), else but
 * for punctuation. null: no option, or several, answer to it.
 */
export function matchOption(options: string[], wanted: string): string | null {
  for (const way of ways) {
    const key = way(wanted)
    if (key === '') return null
    const hits = options.filter((option) => way(option) === key)
    if (hits.length === 1) return hits[0] ?? null
    if (hits.length > 1) return null
  }
  return null
}

/** The page's own word for yes or no; a lone box has no options and says `Yes` or `No`. */
export function matchTruth(options: string[], wanted: string): string | null {
  const truth = truths[fold(wanted)]
  if (!truth) return matchOption(options, wanted)
  if (options.length === 0) return truth === 'yes' ? 'Yes' : 'No'
  return matchOption(options, truth)
}
