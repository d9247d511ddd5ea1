/** A file that cannot be read, and why, in a sentence for its sender. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}
