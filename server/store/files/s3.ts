import { Readable } from 'node:stream'
import { FileGone, type FileStore, FilesUnavailable } from './files.ts'
import type { FilesSettings } from './settings.ts'

const connectMs = 5_000
/** Time in ms without any byte after which a request has failed. */
const silenceMs = 30_000
const attemptsMax = 3
/** S3 allows no smaller parts. Each upload holds at most two of them in memory. */
const partBytes = 5 * 1024 * 1024
const partsAtOnce = 2

/** Stores files in a bucket of S3, or of a service with its protocol. The client is loaded at the first file. */
export function openS3({
  bucket,
  prefix,
  endpoint,
  region,
  credentials,
}: Extract<FilesSettings, { kind: 's3' }>): FileStore {
  let opening: ReturnType<typeof open> | undefined
  async function open() {
    const [s3, storage] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
    const client = new s3.S3Client({
      region,
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials === null ? {} : { credentials }),
      maxAttempts: attemptsMax,
      requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
      // Other services do not know the checksums that Amazon added.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { ...s3, ...storage, client }
  }
  const opened = () => {
    opening ??= open()
    return opening
  }
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })
  return {
    async write(name, bytes, signal) {
      const { Upload, client } = await opened()
      signal.throwIfAborted()
      const upload = new Upload({
        client,
        params: { ...at(name), Body: Readable.from(bytes) },
        partSize: partBytes,
        queueSize: partsAtOnce,
      })
      const abort = () => void upload.abort()
      signal.addEventListener('abort', abort)
      try {
        await upload.done()
      } catch (error) {
        signal.throwIfAborted()
        throw new FilesUnavailable(error)
      } finally {
        signal.removeEventListener('abort', abort)
      }
    },
    async *read(name) {
      const { GetObjectCommand, client } = await opened()
      try {
        const { Body } = await client.send(new GetObjectCommand(at(name)))
        yield* Body as Readable
      } catch (error) {
        throw error instanceof Error && error.name === 'NoSuchKey' ? new FileGone() : new FilesUnavailable(error)
      }
    },
    async remove(name) {
      const { DeleteObjectCommand, client } = await opened()
      await client.send(new DeleteObjectCommand(at(name))).catch((error: unknown) => {
        throw new FilesUnavailable(error)
      })
    },
  }
}
