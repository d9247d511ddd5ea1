import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where Debian's Chromium reads the policies of its administrator. */
const folder = '/etc/chromium/policies/managed'

const ownName = /^chartside-test-(\d+)-[a-z]+\.json$/

/** A policy file of one test. */
export interface PolicyFile {
  write(policies: Record<string, unknown>): Promise<void>
  /** Removes the file. */
  remove(): Promise<void>
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A test that was killed could not remove its file. Its policy would count in every later test. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(ownName.exec(name)?.[1])
    if (pid && !isRunning(pid)) await rm(join(folder, name), { force: true })
  }
}

/**
 * Creates a policy file that is empty and belongs to this process, and touches no other file of the machine. Throws if
 * the name is taken. Returns null where the tests may not write the policies of the machine.
 */
export async function ownPolicyFile(test: string): Promise<PolicyFile | null> {
  const file = join(folder, `chartside-test-${process.pid}-${test}.json`)
  try {
    await mkdir(folder, { recursive: true })
    await removeLeftovers()
    await writeFile(file, '{}', { flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EROFS')) return null
    throw error
  }
  return {
    write: (policies) => writeFile(file, JSON.stringify(policies)),
    remove: () => rm(file, { force: true }),
  }
}
