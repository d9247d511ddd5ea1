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
 * Finds the page's option for an answer. Compares first without case and extra spaces, then also without a leading code
 * (`1-YES`), then also without punctuation. Returns null if no option or several options match.
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

/** Finds the page's option for yes or no. A single checkbox has no options; its values are `Yes` and `No`. */
export function matchTruth(options: string[], wanted: string): string | null {
  const truth = truths[fold(wanted)]
  if (!truth) return matchOption(options, wanted)
  if (options.length === 0) return truth === 'yes' ? 'Yes' : 'No'
  return matchOption(options, truth)
}
