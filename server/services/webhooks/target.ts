import type { Encryption } from '../../store/index.ts'
import { places } from '../../store/places.ts'

export interface Target {
  url: string
  secrets: {
    secret: string
    /** The time until which an earlier secret is used to sign. Null for the newest secret. */
    until: string | null
  }[]
}

export const sealedTarget = (encryption: Encryption) => ({
  seal: (id: string, target: Target): Buffer => encryption.seal(places.webhookTarget(id), target),
  open: (id: string, sealed: Buffer): Target => encryption.unseal(places.webhookTarget(id), sealed) as Target,
})

export const validSecrets = ({ secrets }: Target, now: Date): Target['secrets'] =>
  secrets.filter(({ until }) => until === null || new Date(until) > now)
