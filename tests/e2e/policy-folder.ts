import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Where Debian's Chromium reads the policies of its administrator. */
const folder = '/etc/chromium/policies/managed'

/** Where Firefox reads the policies of the administrator. There is only one file, and it is read at the start. */
const firefoxFile = '/etc/firefox/policies/policies.json'

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

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const isRefused = (error: unknown) => codeOf(error) === 'EACCES' || codeOf(error) === 'EROFS'

/** Removes the files of tests that were killed. Otherwise their policies would apply in every later test. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(ownName.exec(name)?.[1])
    if (pid && !isRunning(pid)) await rm(join(folder, name), { force: true })
  }
}

/**
 * Creates an empty policy file that belongs to this process. Also removes the policy files of tests that were killed,
 * but changes no other file of the machine. Throws if the name is taken. Returns null if the tests may not write the
 * policies of the machine.
 */
export async function ownPolicyFile(test: string): Promise<PolicyFile | null> {
  const file = join(folder, `chartside-test-${process.pid}-${test}.json`)
  try {
    await mkdir(folder, { recursive: true })
    await removeLeftovers()
    await writeFile(file, '{}', { flag: 'wx' })
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
  return {
    write: (policies) => writeFile(file, JSON.stringify(policies)),
    remove: () => rm(file, { force: true }),
  }
}

/**
 * Creates Firefox's policy file for this process. Returns null if the tests may not write the policies of the machine.
 * Also returns null if the machine has policies of its own, which a test must not replace.
 */
export async function ownFirefoxPolicies(): Promise<PolicyFile | null> {
  const write = (policies: Record<string, unknown>, flag: 'w' | 'wx' = 'w') =>
    writeFile(firefoxFile, JSON.stringify({ chartsideTest: process.pid, policies }), { flag })
  try {
    await mkdir(dirname(firefoxFile), { recursive: true })
    const content = z.object({ chartsideTest: z.number() }).safeParse(await jsonIn(firefoxFile))
    if (content.success && !isRunning(content.data.chartsideTest)) await rm(firefoxFile, { force: true })
    await write({}, 'wx')
  } catch (error) {
    if (isRefused(error) || codeOf(error) === 'EEXIST') return null
    throw error
  }
  return { write: (policies) => write(policies), remove: () => rm(firefoxFile, { force: true }) }
}

/** Returns what a JSON file contains. Undefined if it is missing or is not JSON. */
async function jsonIn(file: string): Promise<unknown> {
  const content = await readFile(file, 'utf8').catch(() => '')
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
