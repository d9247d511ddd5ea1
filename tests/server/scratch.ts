import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** The databases of a whole run need a third of this. */
const neededBytes = 2 ** 30

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > neededBytes
  } catch {
    return false
  }
}

/**
 * The folder for the databases of tests. It is in memory if the machine has a file system there with enough room: to
 * create and drop a database on a disk takes five times as much work. A process that is killed loses nothing in either
 * folder.
 */
export const scratch: string = hasRoom() ? inMemory : tmpdir()
