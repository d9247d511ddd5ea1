import { readFileSync } from 'node:fs'
import { isSystemError } from './create-once.ts'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return isSystemError(error, 'EPERM')
  }
  return !isZombie(pid)
}

/**
 * True if a process has ended and its parent has not read its exit code. Linux keeps such a process in its list. In a
 * container whose first process does not read exit codes, the process stays in the list for ever, and code that waits
 * until it is gone would wait for ever.
 */
export function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    // The line is "id (name) state …". The name may contain spaces and brackets.
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    // ENOENT: the process had already ended. ESRCH: the process ended while its entry was read.
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ESRCH')) return true
    throw error
  }
}
