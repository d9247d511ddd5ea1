import type { z } from 'zod'

export function sentenceOf(subject: string, issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.slice(0, 3).map((key) => `“${key.slice(0, 60)}”`)
    return `${subject} contains something that Chartside cannot use: ${keys.join(', ')}.`
  }
  const [part] = issue.path
  if (part === undefined) return `${subject} does not fit.`
  if (part === 'condition') return `${subject} needs a condition with one field and exactly one comparison.`
  const what = `${subject}: “${issue.path.map(String).join(' ')}”`
  if (issue.code === 'too_big') return `${what} is too ${issue.origin === 'number' ? 'large' : 'long'}.`
  if (issue.code === 'too_small') return `${what} is too ${issue.origin === 'number' ? 'small' : 'short'}.`
  return `${what} is missing or is of the wrong kind.`
}
