import { hash, verify } from '@node-rs/argon2'

/**
 * Parameters for argon2id, the default of the library. 19 MiB and two passes are the minimum that OWASP recommends;
 * hashing takes 28 ms.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let dummyHash: Promise<string> | undefined

export async function passwordFits(storedHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('a password that nobody has')
  const fits = await verify(storedHash ?? (await dummyHash), password)
  return fits && storedHash !== null
}
