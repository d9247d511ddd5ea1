import { elapsedText } from '../elapsed.ts'
import type { MissingAudio } from '../recording-state.ts'

/** Maximum number of missing parts whose positions are listed. A sentence with more positions would be hard to read. */
const placesNamed = 5

const lengthOf = (ms: number) => {
  if (ms < 10_000) return `${Math.max(0.1, ms / 1000).toFixed(1)} s`
  return ms < 60_000 ? `${Math.round(ms / 1000)} s` : elapsedText(ms)
}

export function missingWords(missing: readonly MissingAudio[]): string {
  const total = missing.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  const places = missing.map(({ fromMs }) => elapsedText(fromMs))
  const named = places.slice(0, placesNamed)
  const unnamed = places.length - named.length
  const listed = unnamed > 0 ? [...named, unnamed === 1 ? 'one more place' : `${unnamed} more places`] : named
  const where = listed.length > 1 ? `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}` : (listed[0] ?? '')
  return `${lengthOf(total)}, at ${where}`
}
