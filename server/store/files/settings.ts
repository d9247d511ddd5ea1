import { fileURLToPath } from 'node:url'

export type FilesSettings =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3'
      bucket: string
      /** Begins the name of each object. Empty, or with a slash at its end. */
      prefix: string
      /** Null: Amazon's address of the region. */
      endpoint: string | null
      region: string
      /** Null: the credentials of the environment, for example of the role of the machine. */
      credentials: { accessKeyId: string; secretAccessKey: string } | null
    }

/**
 * Reads `s3://KEY:SECRET@BUCKET/PREFIX?endpoint=https://…&region=…` or `file:///FOLDER`. Returns null for anything else.
 */
export function readFilesUrl(text: string): FilesSettings | null {
  if (!URL.canParse(text)) return null
  const { protocol, host, hostname, pathname, searchParams, username, password } = new URL(text)
  if (protocol === 'file:') return host === '' ? { kind: 'folder', folder: fileURLToPath(text) } : null
  const endpoint = searchParams.get('endpoint')
  if (protocol !== 's3:' || hostname === '' || (username === '') !== (password === '')) return null
  if (endpoint !== null && !/^https?:\/\/[^/]/.test(endpoint)) return null
  const folders = pathname.split('/').filter((part) => part !== '')
  return {
    kind: 's3',
    bucket: hostname,
    prefix: folders.map((part) => `${part}/`).join(''),
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
    credentials:
      username === ''
        ? null
        : { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
  }
}
