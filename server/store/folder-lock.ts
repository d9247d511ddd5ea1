import { readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import { createOnce, isSystemError } from './create-once.ts'
import { makeDataFolder } from './data-folder.ts'
import { isAlive } from './embedded/postmaster.ts'

/** Holds a data folder for one server. */
export interface FolderLock {
  release(): Promise<void>
}

/** The folder belongs to another process that lives. */
export class FolderInUse extends ConfigError {
  override name = 'FolderInUse'
}

/**
 * Takes a data folder for this process. Throws FolderInUse, naming the other one, while that one lives; a lock left
 * by a process that died is taken over.
 */
export async function lockFolder(dataFolder: string): Promise<FolderLock> {
  await makeDataFolder(dataFolder)
  const path = join(dataFolder, 'server.lock')
  const mine = JSON.stringify({ pid: process.pid, startedAt: await startOf(process.pid) })
  for (;;) {
    if (await createOnce(path, mine)) break
    const found = await read(path)
    if (found === null) continue
    const owner: { pid: number; startedAt: string | null } = JSON.parse(found)
    if (isAlive(owner.pid) && (await startOf(owner.pid)) === owner.startedAt) {
      throw new FolderInUse(
        `Another Chartside server (pid ${owner.pid}) is using ${dataFolder}. Stop it, or choose another folder with --data.`,
      )
    }
    // Only one of several that find the same dead owner may clear it away: who makes this file first.
    const claim = `${path}.over-${owner.pid}-${owner.startedAt ?? ''}`
    if (await createOnce(claim, mine)) {
      if ((await read(path)) === found) await remove(path)
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

/** A process that died while it took over must not block those after it. */
async function clearDeadClaim(claim: string): Promise<void> {
  const found = await read(claim)
  if (found === null) return
  const owner: { pid: number; startedAt: string | null } = JSON.parse(found)
  if (!isAlive(owner.pid) || (await startOf(owner.pid)) !== owner.startedAt) await remove(claim)
}

/** When a process began, in ticks since boot: tells a process from a later one with the same id. Linux only. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await read(`/proc/${pid}/stat`)
  // The name, in parentheses, may hold spaces; the start time is the 22nd field, the 20th after the name.
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
