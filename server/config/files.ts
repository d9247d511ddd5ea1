import { readFileSync } from 'node:fs'

/**
 * Returns the environment with the content of files in place of the variables that name them: `ENCRYPTION_KEY_FILE=/run/key`
 * sets `ENCRYPTION_KEY`. White space at the end of a file is dropped. `names` are the variables that may be read so.
 * Returns a sentence if a file cannot be read, or if a variable and its file are both set.
 */
export function withFiles(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string | undefined> | string {
  const values = { ...environment }
  for (const name of names) {
    const path = environment[`${name}_FILE`]
    if (path === undefined || path === '') continue
    if ((environment[name] ?? '') !== '') return `Set only one of ${name} and ${name}_FILE.`
    try {
      values[name] = readFileSync(path, 'utf8').trimEnd()
    } catch {
      return `${name}_FILE must be the path of a file that the server can read.`
    }
  }
  return values
}
