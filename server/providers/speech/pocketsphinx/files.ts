import { existsSync } from 'node:fs'
import koffi from 'koffi'

export interface PocketsphinxFiles {
  library: string
  baseLibrary: string
  acousticModel: string
  languageModel: string
  dictionary: string
}

const modelFolder = '/usr/share/pocketsphinx/model/en-us'
/** Debian's run-time packages contain the library only under a name with a version number. */
const libraryNames = ['libpocketsphinx.so.3', 'libpocketsphinx.so']
const baseLibraryNames = ['libsphinxbase.so.3', 'libsphinxbase.so']

function loadable(names: readonly string[]): string | null {
  return (
    names.find((name) => {
      try {
        koffi.load(name)
        return true
      } catch {
        return false
      }
    }) ?? null
  )
}

export function findPocketsphinx(): { files: PocketsphinxFiles } | { missing: string[] } {
  const library = loadable(libraryNames)
  const baseLibrary = loadable(baseLibraryNames)
  const files = {
    acousticModel: `${modelFolder}/en-us`,
    languageModel: `${modelFolder}/en-us.lm.bin`,
    dictionary: `${modelFolder}/cmudict-en-us.dict`,
  }
  const modelThere = Object.values(files).every((path) => existsSync(path))
  if (library !== null && baseLibrary !== null && modelThere) return { files: { ...files, library, baseLibrary } }
  return {
    missing: [
      ...(library === null || baseLibrary === null ? ['libpocketsphinx3'] : []),
      ...(modelThere ? [] : ['pocketsphinx-en-us']),
    ],
  }
}
