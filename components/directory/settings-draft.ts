import type { DirectorySettings } from '../../lib/contracts/index.ts'

/**
 * Returns the version number of a consent question with this text. A changed text gets a new number. Each consent is
 * recorded with this number, so that it is known to which text the patient agreed.
 */
export const consentVersion = (text: string, storedConsent: DirectorySettings['consent']): number =>
  text === storedConsent.text ? storedConsent.version : storedConsent.version + 1

/**
 * Compares two settings as JSON. This is correct because the properties of settings are always in the order of the
 * schema.
 */
export const same = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two)

/**
 * Returns `theirs` with the changes that lead from `base` to `mine`. If a setting is an object, its properties are
 * merged one by one. An array is replaced as a whole.
 */
function merged<Value>(base: Value, mine: Value, theirs: Value): Value {
  if (typeof mine !== 'object' || mine === null || Array.isArray(mine)) return same(mine, base) ? theirs : mine
  // An optional setting is missing where nothing is set, so the keys of all three are needed.
  const names = Object.keys({ ...base, ...mine, ...theirs }) as (keyof Value)[]
  return Object.fromEntries(names.map((name) => [name, merged(base[name], mine[name], theirs[name])])) as Value
}

/** Returns the settings that somebody else has stored, with the changes that were made from `base` to `mine`. */
export function rebased(base: DirectorySettings, mine: DirectorySettings, theirs: DirectorySettings) {
  const mergedSettings = merged(base, mine, theirs)
  return {
    ...mergedSettings,
    consent: { ...mergedSettings.consent, version: consentVersion(mergedSettings.consent.text, theirs.consent) },
  }
}
