import { readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import { createOnce, isSystemError } from './create-once.ts'
import { makeDataFolder } from './data-folder.ts'
import { isAlive } from './processes.ts'

export interface FolderLock {
  release(): Promise<void>
}

export class FolderInUse extends ConfigError {
  override name = 'FolderInUse'
}

/**
 * Locks a data folder for this process. Throws FolderInUse, with the process id, if another running process holds the
 * lock. A lock of a dead process is taken over.
 */
export async function lockFolder(dataFolder: string): Promise<FolderLock> {
  await makeDataFolder(dataFolder)
  const path = join(dataFolder, 'server.lock')
  const mine = JSON.stringify({ pid: process.pid, startedAt: await startOf(process.pid) })
  for (;;) {
    if (await createOnce(path, mine)) break
    const lockText = await read(path)
    if (lockText === null) continue
    const owner: { pid: number; startedAt: string | null } = JSON.parse(lockText)
    if (isAlive(owner.pid) && (await startOf(owner.pid)) === owner.startedAt) {
      throw new FolderInUse(
        `Another Chartside server (pid ${owner.pid}) is using ${dataFolder}. Stop it, or choose another folder with --data.`,
      )
    }
    // Several processes may find the lock of the same dead process. Only the process that creates the file `claim` may
    // remove the lock. Otherwise, a slow process could remove the new lock of another process.
    const claim = `${path}.over-${owner.pid}-${owner.startedAt ?? ''}`
    if (await createOnce(claim, mine)) {
      if ((await read(path)) === lockText) await remove(path)
      await remove(claim)
    } else {
      await clearDeadClaim(claim)
    }
  }
  return {
    release: async () => {
      if ((await read(path)) === mine) await remove(path)
    },
  }
}

/**
 * Removes the claim file of a process that died while it took over the lock. The file would otherwise block all later
 * processes.
 */
async function clearDeadClaim(claim: string): Promise<void> {
  const lockText = await read(claim)
  if (lockText === null) return
  const owner: { pid: number; startedAt: string | null } = JSON.parse(lockText)
  if (!isAlive(owner.pid) || (await startOf(owner.pid)) !== owner.startedAt) await remove(claim)
}

/**
 * Returns the start time of a process in ticks since boot, or null on other systems than Linux. A later process with
 * the same process id has another start time, so the two can be distinguished.
 */
async function startOf(pid: number): Promise<string | null> {
  const stat = await read(`/proc/${pid}/stat`)
  // The process name is in parentheses and may contain spaces. The start time is field 22 of the line, which is field
  // 20 after the name.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ESRCH')) return null
    throw error
  }
}

async function remove(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error
  }
}
