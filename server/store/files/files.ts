/** A place outside the database that stores uploaded files under names. What it stores is encrypted already. */
export interface FileStore {
  /** Stores all bytes or nothing. Throws `FilesUnavailable`, or the reason of the signal. */
  write(name: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
  /** Throws `FilesUnavailable`, also while it is read, or `FileGone`. */
  read(name: string): AsyncIterable<Uint8Array>
  /** Does nothing if there is no such file. Throws `FilesUnavailable`. */
  remove(name: string): Promise<void>
}

/** The place cannot be reached, refuses, or is full. The same call may succeed later. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable'
  constructor(cause?: unknown) {
    super('The place of uploaded files cannot be used.', { cause })
  }
}

export class FileGone extends Error {
  override name = 'FileGone'
  constructor() {
    super('There is no such file.')
  }
}
