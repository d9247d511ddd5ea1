import { hash, verify } from '@node-rs/argon2'

/** argon2id is the library's default; 19 MiB and two passes are OWASP's minimum and cost 28 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let nobody: Promise<string> | undefined

/** Whether the password fits. Where there is no hash to compare with, the same work is done and the answer is no. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('a password that nobody has')
  const fits = await verify(stored ?? (await nobody), password)
  return fits && stored !== null
}
