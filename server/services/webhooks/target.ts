import type { Encryption } from '../../store/index.ts'
import { places } from '../../store/places.ts'

/** The address of a webhook, and its secrets, newest first. */
export interface Target {
  url: string
  secrets: {
    secret: string
    /** The time until which an earlier secret is used to sign. Null for the newest secret. */
    until: string | null
  }[]
}

/** Encrypts and decrypts the target of a webhook. */
export const sealedTarget = (encryption: Encryption) => ({
  seal: (id: string, target: Target): Buffer => encryption.seal(places.webhookTarget(id), target),
  open: (id: string, sealed: Buffer): Target => encryption.unseal(places.webhookTarget(id), sealed) as Target,
})

/** Returns the secrets with which deliveries are signed at the time `now`, newest first. */
export const validSecrets = ({ secrets }: Target, now: Date): Target['secrets'] =>
  secrets.filter(({ until }) => until === null || new Date(until) > now)
