import { elapsedText } from '../elapsed.ts'
import type { MissingAudio } from '../recording-state.ts'

/** Maximum number of missing parts whose positions are listed. A sentence with more positions would be hard to read. */
const placesNamed = 5

const lengthOf = (ms: number) => {
  if (ms < 10_000) return `${Math.max(0.1, ms / 1000).toFixed(1)} s`
  return ms < 60_000 ? `${Math.round(ms / 1000)} s` : elapsedText(ms)
}

export function missingWords(missingParts: readonly MissingAudio[]): string {
  const total = missingParts.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  const places = missingParts.map(({ fromMs }) => elapsedText(fromMs))
  const namedPlaces = places.slice(0, placesNamed)
  const unnamed = places.length - namedPlaces.length
  const phrases =
    unnamed > 0 ? [...namedPlaces, unnamed === 1 ? 'one more place' : `${unnamed} more places`] : namedPlaces
  const placeWords =
    phrases.length > 1 ? `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1)}` : (phrases[0] ?? '')
  return `${lengthOf(total)}, at ${placeWords}`
}
