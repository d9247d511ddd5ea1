/** The version of a browser extension: up to four numbers with dots between them. */
export const versionPattern = /^\d{1,5}(?:\.\d{1,5}){0,3}$/

const numbersOf = (version: string): number[] => version.split('.').map(Number)

/** Returns true if a version such as `1.2` comes before another one. A missing number counts as 0. */
export function isOlder(version: string, other: string): boolean {
  const numbers = numbersOf(version)
  const otherNumbers = numbersOf(other)
  const places = Array.from({ length: Math.max(numbers.length, otherNumbers.length) }, (_, place) => place)
  const apart = places.map((place) => (numbers[place] ?? 0) - (otherNumbers[place] ?? 0)).find((each) => each !== 0)
  return apart !== undefined && apart < 0
}
