import { constants, type KeyObject, privateDecrypt } from 'node:crypto'
import { recordingKeyLabel } from '../../lib/contracts/index.ts'

/**
 * Decrypts a recording's key as the server does. Takes and returns base64. Throws if the key was encrypted for another
 * person or another recording.
 */
export function unwrapKey(privateKey: KeyObject, sealed: { userId: string; id: string; wrapped: string }): string {
  return privateDecrypt(
    {
      key: privateKey,
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
      oaepLabel: Buffer.from(recordingKeyLabel(sealed.userId, sealed.id)),
    },
    Buffer.from(sealed.wrapped, 'base64'),
  ).toString('base64')
}
